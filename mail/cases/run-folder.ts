import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CasePool } from './case-pool.ts'
import type { MailCase } from './comparison.ts'
import { targets } from './targets.ts'

export type Failure = { id: string; reasons: string[] }
export type Score = { passed: number; total: number }
export type CategoryResult = {
  category: string
  cases: Score
  failures: Failure[]
  metrics: Record<string, Score>
  /** What misses its target, in words; empty when all is well. */
  missed: string[]
}

/**
 * Runs every case of every category below `folder` (those with a manifest.json) through the product's own code.
 * A case that throws, hangs or kills its thread is a failure of that case.
 */
export async function runFolder(
  folder: string,
  options: { millisPerCase?: number } = {},
): Promise<CategoryResult[]> {
  const pool = new CasePool({ threads: 2, millisPerCase: options.millisPerCase ?? 10_000 })
  try {
    const manifests = await readManifests(folder)
    return await Promise.all(manifests.map((manifest) => runCategory(manifest, pool)))
  } finally {
    await pool.close()
  }
}

type Manifest = { category: string; folder: string; cases: MailCase[] }

async function readManifests(folder: string): Promise<Manifest[]> {
  const entries = await readdir(folder, { recursive: true })
  const files = entries.filter((entry) => /^[^/\\]+[/\\]manifest\.json$/.test(entry)).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const { category, cases } = JSON.parse(await readFile(join(folder, file), 'utf8'))
      return { category, cases, folder: join(folder, file, '..') }
    }),
  )
}

async function runCategory({ category, folder, cases }: Manifest, pool: CasePool): Promise<CategoryResult> {
  const results = await Promise.all(cases.map((mailCase) => pool.run({ category, folder, mailCase })))
  const failures = results.flatMap(({ ok, reasons }, index) =>
    ok ? [] : [{ id: cases[index]?.id ?? '?', reasons }],
  )
  const figures: Record<string, Score> = {}
  for (const [name, passed] of results.flatMap((result) => Object.entries(result.metrics ?? {}))) {
    figures[name] ??= { passed: 0, total: 0 }
    figures[name].total += 1
    if (passed) figures[name].passed += 1
  }
  const score = { passed: cases.length - failures.length, total: cases.length }
  return {
    category,
    cases: score,
    failures,
    metrics: figures,
    missed: missedTargets(category, score, figures),
  }
}

function missedTargets(category: string, cases: Score, figures: Record<string, Score>): string[] {
  const target = targets[category]
  if (!target) return []
  const wanted: [string, Score | undefined, number][] = [
    ['cases', cases, target.cases],
    ...Object.entries(target.metrics ?? {}).map(([name, share]): [string, Score | undefined, number] => [
      name,
      figures[name],
      share,
    ]),
  ]
  return wanted.flatMap(([name, score, share]) =>
    score && score.total > 0 && score.passed / score.total < share
      ? [`${name}: ${percent(score)}, the target is ${share * 100} %`]
      : [],
  )
}

export const percent = ({ passed, total }: Score): string =>
  total === 0 ? '-' : `${((passed / total) * 100).toFixed(1)} %`
