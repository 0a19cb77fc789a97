import { isOpen } from '@parley/contract/business-hours/business-time'
import type { Db } from '../../../db/pool.ts'
import { readAllCalendars } from '../../business-hours/team-calendars.ts'
import { type ReferenceData, readAttributeDefinitions, readReferenceData } from '../rules/reference-data.ts'
import type { RuleBody } from '../rules/rule.ts'

/** Whether it is business hours for a team at a given time. */
export type OpenAt = (team_id: number | null, at: Date) => boolean

/** Data for evaluating rules besides the conversation. Each part is read at most once per batch, and only if a rule needs it. */
export function createEvaluationContext(db: Db, bodies: readonly Pick<RuleBody, 'groups'>[]) {
  let referenceData: Promise<ReferenceData> | undefined
  const usesField = (matches: (field: string, field_type: string) => boolean) =>
    bodies.some(({ groups }) =>
      groups.some(({ rules }) => rules.some(({ field, field_type }) => matches(field, field_type))),
    )
  return {
    /** Names are for display, so only matches need them. */
    referenceData: () => (referenceData ??= readReferenceData(db)),
    attributes: async (): Promise<ReferenceData['attributes']> =>
      usesField((_, field_type) => field_type !== 'conversation') ? readAttributeDefinitions(db) : new Map(),
    openAt: async (): Promise<OpenAt> => {
      if (!usesField((field) => field === 'business_hours_open')) return () => true
      const calendarOf = await readAllCalendars(db)
      return (team_id, at) => isOpen(calendarOf(team_id).calendar, at)
    },
  }
}
