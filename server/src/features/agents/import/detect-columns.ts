import { type AgentColumn, type AgentColumnPlaces, agentColumns } from '@parley/contract/agents/agent-import'

/** Column names in exports of other programs, in lower case and without spaces and punctuation. */
const spellings: Record<AgentColumn, readonly string[]> = {
  first_name: ['firstname', 'givenname', 'forename', 'name'],
  last_name: ['lastname', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'mail', 'mailaddress', 'workemail', 'primaryemail'],
  roles: ['roles', 'role'],
  teams: ['teams', 'team', 'group', 'groups'],
}

/** Maps fields to columns by the names in the header line. */
export function detectColumns(header: readonly string[]): AgentColumnPlaces {
  const normalised = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const findIndex = (column: AgentColumn) => {
    for (const spelling of spellings[column])
      if (normalised.includes(spelling)) return normalised.indexOf(spelling)
    return null
  }
  return Object.fromEntries(agentColumns.map((column) => [column, findIndex(column)])) as AgentColumnPlaces // has an entry for every column
}
