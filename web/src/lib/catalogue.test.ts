import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { english, englishAreas } from '../testing/english.ts'

const root = join(import.meta.dirname, '../../..')
/** Literals that are catalogue keys: `t('…')`, `label: '…'`, `title="…"` and similar. */
const keyPatterns = [
  /\bt\(\s*'([a-z_.]+)'/g,
  /\bt\([^()]*\? '([a-z_.]+)' : '([a-z_.]+)'/g,
  /\b(?:label|description|title|group): '([a-z_]+\.[a-z_.]+)'/g,
  /\btitle="([a-z_]+\.[a-z_.]+)"/g,
  /'((?:account|login)\.[a-z_.]+)'/g,
]

function keysIn(source: string): string[] {
  return keyPatterns.flatMap((pattern) =>
    [...source.matchAll(pattern)].flatMap(([, ...keys]) => keys.filter((key) => key !== undefined)),
  )
}

const sources = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
)

test.each(sources)('every text that %s shows is in the English catalogue', (path) => {
  const missing = keysIn(readFileSync(join(root, 'web/src', path), 'utf8')).filter(
    (key) => !(key in english || `${key}_other` in english),
  )
  expect(missing).toEqual([])
})

test('the key finder recognises keys in source code', () => {
  const keys = keysIn(`t('ui.close'), t(x ? 'a.b' : 'c.d'), { label: 'area.admin' }`)
  expect(keys).toEqual(['ui.close', 'a.b', 'c.d', 'area.admin'])
})

test('plurals come in pairs and no text is empty', () => {
  for (const [key, text] of Object.entries(english)) {
    expect(text, key).not.toBe('')
    if (key.endsWith('_one')) expect(english).toHaveProperty([key.replace(/_one$/, '_other')])
  }
})

test('no key is in two areas', () => {
  const keys = englishAreas.flatMap(({ texts }) => Object.keys(texts))
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})
