import { readFile } from 'node:fs/promises'

const loaded = new Map<string, Promise<Record<string, string>>>()

/** The texts of a language; English when there is none for the code. Read from disk once. */
export function catalogue(code: string): Promise<Record<string, string>> {
  const name = /^[a-z]{2}(-[A-Z]{2})?$/.test(code) ? code : 'en'
  const texts = loaded.get(name) ?? read(name).catch(() => (name === 'en' ? {} : catalogue('en')))
  loaded.set(name, texts)
  return texts
}

const read = async (name: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(new URL(`./lang/${name}.json`, import.meta.url), 'utf8'))
