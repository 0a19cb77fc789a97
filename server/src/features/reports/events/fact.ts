import type { CountedMeasure } from '@parley/contract/reports/report-measures'

/** `imported`: a conversation of mail from before the workspace; only what is open counts it. */
export type FactKind = CountedMeasure | 'imported'

/** One counted thing, a row of `report_facts`; null of team and agent: nobody's. */
export type ReportFact = {
  /** Missing until it is written. */
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
}
