import { readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

const languages = new Set(readdirSync(new URL('./lang/', import.meta.url)))

/** Whether the user interface is available in this language. */
export const isSupportedLanguage = (code: string): boolean => languages.has(code)

/** Every language with its own name for itself, by code. */
export const listLanguages = () =>
  Promise.all(
    [...languages]
      .sort()
      .map(async (code) => ({ code, name: (await loadCatalogue(code))['_.name'] ?? code })),
  )

const catalogues = new Map<string, Promise<Record<string, string>>>()

/** The texts of a language; English for an unknown code. Read from disk once. */
export function loadCatalogue(code: string): Promise<Record<string, string>> {
  const name = /^[a-z]{2}(-[A-Z]{2})?$/.test(code) ? code : 'en'
  const texts =
    catalogues.get(name) ?? readCatalogue(name).catch(() => (name === 'en' ? {} : loadCatalogue('en')))
  catalogues.set(name, texts)
  return texts
}

/** Each language is a folder with one file per area, which keeps a screen's texts together. */
async function readCatalogue(name: string): Promise<Record<string, string>> {
  const folder = new URL(`./lang/${name}/`, import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
  const areas = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(new URL(file, folder), 'utf8'))),
  )
  return Object.assign({}, ...areas)
}
