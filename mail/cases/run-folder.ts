import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CasePool } from './case-pool.ts'
import type { MailCase } from './comparison.ts'
import { targets } from './targets.ts'

type Failure = { id: string; reasons: string[] }
export type Score = { passed: number; total: number }
export type CategoryResult = {
  category: string
  cases: Score
  failures: Failure[]
  metrics: Record<string, Score>
  /** Descriptions of missed targets; empty when all are met. */
  missed: string[]
}

/**
 * Runs every case of every category in `folder` (each subfolder with a manifest.json) through the product's code. A
 * case that throws, hangs or kills its thread fails.
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
  const metrics: Record<string, Score> = {}
  for (const [name, passed] of results.flatMap((result) => Object.entries(result.metrics ?? {}))) {
    metrics[name] ??= { passed: 0, total: 0 }
    metrics[name].total += 1
    if (passed) metrics[name].passed += 1
  }
  const score = { passed: cases.length - failures.length, total: cases.length }
  return {
    category,
    cases: score,
    failures,
    metrics,
    missed: missedTargets(category, score, metrics),
  }
}

function missedTargets(category: string, cases: Score, metrics: Record<string, Score>): string[] {
  const target = targets[category]
  if (!target) return []
  const checks: [string, Score | undefined, number][] = [
    ['cases', cases, target.cases],
    ...Object.entries(target.metrics ?? {}).map(([name, share]): [string, Score | undefined, number] => [
      name,
      metrics[name],
      share,
    ]),
  ]
  return checks.flatMap(([name, score, share]) =>
    score && score.total > 0 && score.passed / score.total < share
      ? [`${name}: ${percent(score)}, the target is ${share * 100} %`]
      : [],
  )
}

export const percent = ({ passed, total }: Score): string =>
  total === 0 ? '-' : `${((passed / total) * 100).toFixed(1)} %`
