import { type AgentColumn, type AgentColumnPlaces, agentColumns } from '@parley/contract/agents/agent-import'

/** What other programs call them in their exports; without blanks and signs. */
const spellings: Record<AgentColumn, readonly string[]> = {
  first_name: ['firstname', 'givenname', 'forename', 'name'],
  last_name: ['lastname', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'mail', 'mailaddress', 'workemail', 'primaryemail'],
  roles: ['roles', 'role'],
  teams: ['teams', 'team', 'group', 'groups'],
}

/** Which column of a file holds what, by the names in its first line. */
export function detectColumns(header: readonly string[]): AgentColumnPlaces {
  const normalised = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const findIndex = (column: AgentColumn) => {
    for (const spelling of spellings[column])
      if (normalised.includes(spelling)) return normalised.indexOf(spelling)
    return null
  }
  return Object.fromEntries(agentColumns.map((column) => [column, findIndex(column)])) as AgentColumnPlaces // of every column
}
