import type { TFunction } from 'i18next'
import { matchScore } from '../../commands/palette/fuzzy-match.ts'
import type { NavEntry } from './nav-entries.ts'

/** A setting that search finds by its label. Its page is that of an area. */
export type Setting = {
  /** Catalogue key of its label, as its page shows it. */
  label: string
  path: string
  /** It belongs to each entry of the area's list, not to the area's own page. */
  perEntry?: true
}

const settingsOn = (path: string, labels: readonly string[]): Setting[] =>
  labels.map((label) => ({ label, path }))
const perEntrySettings = (path: string, labels: readonly string[]): Setting[] =>
  labels.map((label) => ({ label, path, each: true }))

/** What can be set where. The test holds it against the screens. */
export const settingsIndex: readonly Setting[] = [
  ...settingsOn('/admin/general', [
    'general.site_name',
    'general.lang',
    'general.timezone',
    'general.hours',
    'general.logo',
    'general.favicon',
    'general.upload_size',
    'general.all_types',
    'general.root_url',
    'general.require_second_factor',
    'general.session_lifetime',
    'general.max_writes_per_minute',
    'general.version',
  ]),
  ...settingsOn('/admin/notification', [
    'notification.enabled',
    'notification.from',
    'notification.host',
    'notification.port',
    'notification.tls',
    'notification.auth',
    'notification.skip_verify',
    'notification.test',
    'notification.kinds',
    'notification.mails',
  ]),
  ...settingsOn('/admin/ai/usage', ['ai.budget.amount', 'ai.budget.currency', 'ai.usage.spent']),
  ...perEntrySettings('/admin/inboxes', [
    'inboxes.address',
    'inboxes.aliases',
    'inboxes.receiving',
    'inboxes.sending',
    'inboxes.signature',
    'inboxes.quote_history',
    'inboxes.csat',
  ]),
  ...perEntrySettings('/admin/webhooks', ['webhooks.secret', 'webhooks.url', 'webhooks.events']),
  ...perEntrySettings('/admin/sso', ['sso.client_id', 'sso.client_secret']),
  ...perEntrySettings('/admin/teams/teams', ['teams.assignment', 'teams.members', 'teams.max']),
]

/** The area that a page belongs to: the longest path above it. */
export const isWithin = (path: string, area: string): boolean => path === area || path.startsWith(`${area}/`)

export type FoundSetting = Setting & Pick<NavEntry, 'icon'> & { area: string; score: number }

/** The settings of these areas that match what is typed, best first. The name of their area helps to find them. */
export function findSettings(typed: string, entries: readonly NavEntry[], t: TFunction): FoundSetting[] {
  return settingsIndex
    .flatMap((setting) => {
      const entry = entries.find(({ path }) => isWithin(setting.path, path))
      if (!entry) return []
      const score = matchScore(typed, t(setting.label), t(entry.label))
      // Its area is found by itself.
      const isByArea = matchScore(typed, '', t(entry.label)) > 0
      return score > 0 && !isByArea ? [{ ...setting, icon: entry.icon, area: entry.label, score }] : []
    })
    .toSorted((a, b) => b.score - a.score)
}

/** The same for areas, which also go by what they are for. */
export const findAreas = (typed: string, entries: readonly NavEntry[], t: TFunction) =>
  entries
    .map((entry) => ({
      entry,
      score: matchScore(typed, t(entry.label), entry.description ? t(entry.description) : ''),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
