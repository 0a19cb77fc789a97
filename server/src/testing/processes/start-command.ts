import { readFileSync } from 'node:fs'

/** The Node.js arguments of `npm start`: the server runs as in production, and finds code compiled for the same flags. */
export function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
  const [program, ...args]: string[] = scripts.start.split(' ')
  if (program !== 'node') throw new Error('npm start no longer begins with node: adapt this function')
  return args
}

/** Of these, the flags of V8. */
export const startFlags = (): string[] => startArguments().filter((word) => /^--(?!import)/.test(word))
