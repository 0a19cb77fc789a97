import type { TFunction } from 'i18next'
import { matchScore } from '../commands/palette/fuzzy-match.ts'
import type { NavEntry } from './nav-entries.ts'

/** A setting that can be found by its label, on the page of an area. */
export type Setting = {
  /** Catalogue key of its label on the page. */
  label: string
  path: string
  /** It belongs to each entry in the area's list, not to the area's own page. */
  perEntry?: true
}

const settingsOn = (path: string, labels: readonly string[]): Setting[] =>
  labels.map((label) => ({ label, path }))
const perEntrySettings = (path: string, labels: readonly string[]): Setting[] =>
  labels.map((label) => ({ label, path, perEntry: true }))

/** Where each setting is. A test compares it with the screens. */
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
    'general.spam_filter',
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
  ...settingsOn('/admin/system', ['system.alerts', 'system.checks', 'system.mailboxes', 'system.versions']),
  ...settingsOn('/admin/ai/usage', ['ai.budget.amount', 'ai.budget.currency', 'ai.usage.spent']),
  ...perEntrySettings('/admin/inboxes', [
    'inboxes.address',
    'inboxes.aliases',
    'inboxes.receiving',
    'inboxes.sending',
    'inboxes.signature',
    'brand.title',
    'brand.template',
    'brand.logo',
    'brand.color',
    'brand.footer',
    'inboxes.quote_history',
    'inboxes.csat',
  ]),
  ...perEntrySettings('/admin/webhooks', ['webhooks.secret', 'webhooks.url', 'webhooks.events']),
  ...perEntrySettings('/admin/sso', ['sso.client_id', 'sso.client_secret']),
  ...perEntrySettings('/admin/teams/teams', ['teams.assignment', 'teams.members', 'teams.max']),
]

/** Whether a page belongs to an area. */
export const isWithin = (path: string, area: string): boolean => path === area || path.startsWith(`${area}/`)

export type FoundSetting = Setting & Pick<NavEntry, 'icon'> & { area: string; score: number }

/** The settings of these areas that match the query, best first. The area's name counts as a keyword. */
export function findSettings(query: string, entries: readonly NavEntry[], t: TFunction): FoundSetting[] {
  return settingsIndex
    .flatMap((setting) => {
      const entry = entries.find(({ path }) => isWithin(setting.path, path))
      if (!entry) return []
      const score = matchScore(query, t(setting.label), t(entry.label))
      // A match on the area alone finds the area itself.
      const isByArea = matchScore(query, '', t(entry.label)) > 0
      return score > 0 && !isByArea ? [{ ...setting, icon: entry.icon, area: entry.label, score }] : []
    })
    .toSorted((a, b) => b.score - a.score)
}

/** Areas that match the query, by name or description. */
export const findAreas = (query: string, entries: readonly NavEntry[], t: TFunction) =>
  entries
    .map((entry) => ({
      entry,
      score: matchScore(query, t(entry.label), entry.description ? t(entry.description) : ''),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
