import { access } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import type { CaseJob } from './case-pool.ts'
import type { Compare, Comparison } from './comparison.ts'

parentPort?.on('message', async (job: CaseJob) => {
  parentPort?.postMessage(await runCase(job))
})

async function runCase({ category, folder, mailCase }: CaseJob): Promise<Comparison> {
  try {
    const compare = await loadComparison(category)
    return await compare(mailCase, folder)
  } catch (error) {
    return {
      ok: false,
      reasons: [error instanceof Error ? `threw ${error.name}: ${error.message}` : `threw ${error}`],
    }
  }
}

/** Each category has a comparison of the same name in `compare/`. */
async function loadComparison(category: string): Promise<Compare> {
  if (!/^[a-z-]+$/.test(category)) throw new Error(`"${category}" is not a category name`)
  const module = new URL(`./compare/${category}.ts`, import.meta.url)
  await access(module).catch(() => {
    throw new Error(`no comparison exists for the category "${category}"`)
  })
  const { compare } = await import(module.href)
  return compare
}
