import { isOpen } from '@parley/contract/business-time'
import type { Db } from '../../db/pool.ts'
import { readCalendars } from '../business-hours/calendars.ts'
import { type Names, readAttributes, readNames } from './names.ts'
import type { Body } from './rule.ts'

/** Whether a moment is open for conversations of a team. */
export type OpenAt = (team_id: number | null, at: Date) => boolean

/** What rules are judged by beside the conversation: read at most once a batch, and only what some rule asks for. */
export function worldOf(db: Db, bodies: readonly Pick<Body, 'groups'>[]) {
  let names: Promise<Names> | undefined
  const asks = (what: (field: string, field_type: string) => boolean) =>
    bodies.some(({ groups }) =>
      groups.some(({ rules }) => rules.some(({ field, field_type }) => what(field, field_type))),
    )
  return {
    /** Names are for people: only what matched needs them. */
    names: () => (names ??= readNames(db)),
    attributes: async (): Promise<Names['attributes']> =>
      asks((_, field_type) => field_type !== 'conversation') ? readAttributes(db) : new Map(),
    openAt: async (): Promise<OpenAt> => {
      if (!asks((field) => field === 'business_hours_open')) return () => true
      const calendarOf = await readCalendars(db)
      return (team_id, at) => isOpen(calendarOf(team_id).calendar, at)
    },
  }
}
