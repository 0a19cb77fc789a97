import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { english } from '../testing/english.ts'
import { allAdminEntries } from './admin-entries.ts'
import { findAreas, findSettings, isWithin, settingsIndex } from './settings-index.ts'

const t = ((key: string) => english[key] ?? key) as TFunction // for keys without values
const features = join(import.meta.dirname, '../features')
const screens = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => readFileSync(join(features, path), 'utf8'))
  .join('\n')

test.each(settingsIndex)('$label exists in the catalogue, on a screen and in an area', ({ label, path }) => {
  expect(english).toHaveProperty([label])
  expect(screens).toMatch(new RegExp(`(?:label|title)=\\{t\\('${label.replaceAll('.', '\\.')}'\\)\\}`))
  expect(allAdminEntries.some((area) => isWithin(path, area.path))).toBe(true)
})

test('every area has a description', () => {
  for (const { description = '' } of allAdminEntries) expect(english).toHaveProperty([description])
})

test('a setting is found by its label, in areas that the agent can open', () => {
  const results = findSettings('session', allAdminEntries, t)
  expect(results[0]).toMatchObject({ label: 'general.session_lifetime', path: '/admin/general' })
  const tagsOnly = allAdminEntries.filter(({ path }) => path === '/admin/conversations/tags')
  expect(findSettings('session', tagsOnly, t)).toEqual([])
})

test('an area matches by its name before its description', () => {
  const [first] = findAreas('roles', allAdminEntries, t)
  expect(first?.entry.path).toBe('/admin/teams/roles')
  expect(findAreas('holidays', allAdminEntries, t)[0]?.entry.path).toBe('/admin/business-hours')
})

test('a setting of a list’s entries is not searched for on the list page', () => {
  const secret = findSettings('secret', allAdminEntries, t).find(({ path }) => path === '/admin/webhooks')
  expect(secret).toMatchObject({ label: 'webhooks.secret', perEntry: true })
  const [session] = findSettings('session', allAdminEntries, t)
  expect(session?.perEntry, 'it is on the page itself').toBeUndefined()
})
