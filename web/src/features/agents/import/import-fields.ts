import {
  type AgentImport,
  type AgentImportRow,
  previewAgentImport,
} from '@parley/contract/agents/agent-import'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'

export type ImportFields = z.input<typeof AgentImport>

export const emptyImport: ImportFields = {
  csv: '',
  columns: null,
  roles: ['Agent'],
  teams: [],
  send_welcome_email: true,
}

/** A preview of the import, row by row. Refetched when agents, roles or teams change. */
export const previewQuery = ({ csv, columns, roles, teams }: ImportFields) => {
  // Invitations don't affect the rows.
  const body = { csv, columns, roles, teams }
  return queryOptions({
    queryKey: [...queryKeys.agents, 'import', body],
    queryFn: ({ signal }) => call(previewAgentImport, { signal, body }),
    enabled: body.csv.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Its key contains the whole text.
    gcTime: 10_000,
    retry: false,
  })
}

export const countRows = (
  rows: readonly AgentImportRow[],
  ...verdicts: AgentImportRow['verdict'][]
): number => rows.filter(({ verdict }) => verdicts.includes(verdict)).length
