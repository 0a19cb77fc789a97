import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../server/src/features/settings/lang/en')

/** The English catalogue by area, from the files that the server reads. */
export const englishAreas: readonly { area: string; texts: Record<string, string> }[] = readdirSync(
  folder,
).map((file) => ({
  area: file.replace('.json', ''),
  texts: JSON.parse(readFileSync(join(folder, file), 'utf8')),
}))

/** The whole catalogue, as returned by `GET /api/v1/lang/en`. */
export const english: Record<string, string> = Object.assign({}, ...englishAreas.map(({ texts }) => texts))
