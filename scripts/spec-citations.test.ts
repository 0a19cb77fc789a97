import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|cjs|sql|css|md|html)$/.test(file) && existsSync(file))

/** The anchors that GitHub gives to a document's headings. */
const anchorsOf = (document: string) =>
  new Set(
    [...readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

/** Every `docs/….md` in the repository with its anchor, if it has one. */
const citations = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\bdocs\/[\w./-]+?\.md(#[\w-]+)?/g)].map(([citation]) => ({
    file,
    citation,
  })),
)

test('every citation of a document resolves to a file and a heading', () => {
  const broken = citations.filter(({ citation }) => {
    const [document = '', anchor] = citation.split('#')
    return !existsSync(document) || (anchor !== undefined && !anchorsOf(document).has(anchor))
  })
  expect(broken).toEqual([])
  expect(citations.filter(({ citation }) => citation.startsWith('docs/spec/')).length).toBeGreaterThan(100)
})

test('no citation points outside the repository', () => {
  const outside = files.filter(
    (file) =>
      file !== 'scripts/spec-citations.test.ts' &&
      /api-contract|product-decisions? \d|field-notes|style-anchors/.test(readFileSync(file, 'utf8')),
  )
  expect(outside).toEqual([])
})

test('the tests that the wire specification names exist', () => {
  const named = [...readFileSync('docs/spec/wire.md', 'utf8').matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test('decisions are numbered without gaps, share one format and are all in the index', () => {
  const decisions = files.filter((file) => /^docs\/decisions\/\d{4}-/.test(file)).toSorted()
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  decisions.forEach((file, position) => {
    const text = readFileSync(file, 'utf8')
    const number = position + 1
    expect(file).toContain(`/${String(number).padStart(4, '0')}-`)
    expect(text, file).toMatch(
      new RegExp(`^# ${number}\\. .+\\n\\n\\d{4}-\\d{2}-\\d{2} · (accepted|superseded by \\d+)\\n`),
    )
    for (const part of ['Context', 'Decision', 'Consequences']) expect(text, file).toContain(`**${part}.**`)
    expect(index).toContain(`](${file.split('/').at(-1)})`)
  })
})
