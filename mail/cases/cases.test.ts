import { describe, expect, it } from 'vitest'
import { reportLines } from './report.ts'
import { runFolder } from './run-folder.ts'

describe('mail cases', () => {
  it('passes every case of our own', { timeout: 60_000 }, async () => {
    const results = await runFolder(import.meta.dirname)

    expect(results.length).toBeGreaterThan(0)
    expect(results.flatMap(({ failures }) => failures)).toEqual([])
    for (const { category, figures } of results) {
      // How much of a quote is hidden is a matter of taste; everything else that we assert of our own mails must hold.
      const { strict: _, ...others } = figures
      for (const [name, { passed, total }] of Object.entries(others))
        expect(`${category} ${name} ${passed}`).toBe(`${category} ${name} ${total}`)
    }
  })

  const large = process.env.PARLEY_MAIL_CASES
  if (!large) console.warn('The large set of mails was NOT run: set PARLEY_MAIL_CASES to its folder.')

  it.skipIf(!large)('reaches every target on the large set', { timeout: 180_000 }, async () => {
    const results = await runFolder(large ?? '')
    console.log(results.flatMap((result) => reportLines(result, { verbose: false })).join('\n'))

    expect(results.length).toBeGreaterThan(0)
    expect(results.flatMap(({ category, missed }) => missed.map((what) => `${category} ${what}`))).toEqual([])
  })
})
