import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { curveDrawings } from './curve-drawings.ts'
import { curveCharts } from './curve-lines.ts'
import { curveReport, curveSection } from './curve-report.ts'
import type { CurveResult } from './curve-result.ts'
import { drawChart } from './draw-chart.ts'

const [start, end] = ['<!-- curves: written by npm run bench -->', '<!-- end of curves -->']

/**
 * Writes a folder `<date>-curves` with the report, its data and its pictures, and replaces the part of the page between the two comments
 * with the newest curves. Returns the report.
 */
export async function publishCurves(
  result: CurveResult,
  results_dir: string,
  page: string | null,
): Promise<string> {
  const charts = curveCharts(result.sizes)
  const folder = join(results_dir, `${result.sizes[0]?.machine.date.slice(0, 10)}-curves`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const report = curveReport(result, charts, '.')
  await writeFile(join(folder, 'README.md'), report)
  await writeFile(join(folder, 'result.json'), `${JSON.stringify(result, null, 2)}\n`)
  for (const [id, drawing] of curveDrawings(result, charts))
    for (const theme of ['light', 'dark'] as const)
      await writeFile(join(folder, `${id}-${theme}.svg`), drawChart(drawing, theme))
  if (page) {
    const pictures = relative(dirname(page), folder).replaceAll('\\', '/')
    const section = curveSection(result, charts, pictures)
    await writeFile(page, replaceSection(await readFile(page, 'utf8'), basename(page), section))
  }
  return report
}

/** @throws when the page has no part for the curves */
function replaceSection(page: string, name: string, section: string[]): string {
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${name} needs the lines ${start} and ${end}`)
  return [page.slice(0, from) + start, ...section, page.slice(to)].join('\n')
}
