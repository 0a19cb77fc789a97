import type { CountedMeasure } from '@parley/contract/reports/report-measures'

/** `imported`: a conversation from existing mailbox history; counts only as open. */
export type FactKind = CountedMeasure | 'imported'

/** One counted event, a row of `report_facts`; team and agent are null when unassigned. */
export type ReportFact = {
  /** Unset until it is inserted. */
  id?: number
  event_id: number
  kind: FactKind
  at: Date
  conversation_id: number
  inbox_id: number
  team_id: number | null
  agent_id: number | null
  wall_seconds: number | null
  business_seconds: number | null
  rating: number | null
  survey_id: number | null
  /** The conversation is hidden, so this counts nowhere until it is shown again. */
  is_hidden: boolean
}
