import { afterEach, expect, test, vi } from 'vitest'
import { i18n, installCatalogue } from './i18n.ts'

afterEach(() => vi.unstubAllGlobals())

test('flat dotted keys, single-brace placeholders and CLDR plurals are supported', async () => {
  // The only part of a document that installing uses.
  vi.stubGlobal('document', { documentElement: {} })
  await installCatalogue('en', {
    'list.count_one': '{count} conversation',
    'list.count_other': '{count} conversations',
    'greeting.named': 'Hello {name} & co',
  })
  expect(i18n.t('list.count', { count: 1 })).toBe('1 conversation')
  expect(i18n.t('list.count', { count: 3 })).toBe('3 conversations')
  expect(i18n.t('greeting.named', { name: '<Ada>' })).toBe('Hello <Ada> & co')
  expect(document.documentElement.lang).toBe('en')
})
