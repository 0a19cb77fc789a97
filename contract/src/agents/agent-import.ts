import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, optionalListOf } from '../shared/fields.ts'

/** The agent fields a CSV file can have. Columns may come in any order. */
export const agentColumns = ['first_name', 'last_name', 'email', 'roles', 'teams'] as const
export const AgentColumn = z.enum(agentColumns)
export type AgentColumn = z.infer<typeof AgentColumn>

export const maxImportedAgents = 1000
/** Enough for a thousand long lines; anything larger is not a list of agents. */
const maxCsvCharacters = 500_000

/** The zero-based column of each field; null if the file does not have it. */
const columnIndex = z.int().min(0).max(999).nullable()
export const AgentColumnPlaces = z.object({
  first_name: columnIndex,
  last_name: columnIndex,
  email: columnIndex,
  roles: columnIndex,
  teams: columnIndex,
} satisfies Record<z.infer<typeof AgentColumn>, typeof columnIndex>)
export type AgentColumnPlaces = z.infer<typeof AgentColumnPlaces>

export const AgentImport = z.object({
  csv: z
    .string()
    .max(
      maxCsvCharacters,
      `A file can have at most ${maxCsvCharacters.toLocaleString('en')} characters. Split it`,
    )
    .refine((text) => text.trim() !== '', 'Choose a file or paste rows here'),
  /** Omitted: columns are matched by their header names. */
  columns: AgentColumnPlaces.nullish().transform((places) => places ?? null),
  /** Defaults for rows that name none. */
  roles: optionalListOf(z.string()),
  teams: optionalListOf(z.string()),
  send_welcome_email: z.boolean().default(false),
})

export const importProblems = [
  'first_name_missing',
  'name_wrong',
  'email_missing',
  'email_wrong',
  'too_long',
  'role_missing',
  'role_unknown',
  /** The role has a permission that the importing agent lacks. */
  'role_not_yours',
  'team_unknown',
  /** The row has more fields than the header: a quote or separator is wrong. */
  'too_many_fields',
] as const

export const AgentImportRow = z.object({
  /** The line on which the row starts, counted from 1. */
  line: z.int().positive(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  teams: z.array(z.string()),
  /** `exists` and `repeated`: an existing agent, or a second row with the same address. Neither changes anything. */
  verdict: z.enum(['new', 'created', 'exists', 'repeated', 'wrong']),
  /** The agent, if one exists. */
  agent_id: id.nullable(),
  problems: z.array(z.object({ problem: z.enum(importProblems), value: z.string() })),
})
export type AgentImportRow = z.infer<typeof AgentImportRow>

const AgentImportResponse = z.object({
  /** The first line of the file. */
  header: z.array(z.string()),
  columns: AgentColumnPlaces,
  rows: z.array(AgentImportRow),
  invited: z.int(),
})
export type AgentImportResponse = z.infer<typeof AgentImportResponse>

const tag = 'agents'
export const previewAgentImport = endpoint({
  method: 'POST',
  path: '/api/v1/agents/import/preview',
  access: 'users:manage',
  summary: 'Preview the import of a CSV file of agents, row by row; nothing is saved',
  tag,
  body: AgentImport,
  response: AgentImportResponse,
  supports_idempotency_key: false,
})
/** Creates every valid row in one transaction. Importing the same file again reports the rows as existing. */
export const importAgents = endpoint({
  method: 'POST',
  path: '/api/v1/agents/import',
  access: 'users:manage',
  summary: 'Create agents from a CSV file; invalid lines are skipped and reported',
  tag,
  body: AgentImport,
  response: AgentImportResponse,
})
