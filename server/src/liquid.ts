import {
  liquidOptions,
  liquidSource,
  liquidTags,
  type TemplateValues,
  templateScope,
  unsafeLiquidFilters,
} from '@parley/contract/template-variables'

/** Where a template is broken and why; line and column count from 1. */
export type Problem = { line: number; column: number; message: string }

/** Templates whose output would be longer than this, in characters, are refused. */
const mostOutput = 1_000_000

// Loaded at first use: it takes 9 MB.
let loading: ReturnType<typeof load> | undefined

async function load() {
  const { Liquid, LiquidError } = await import('liquidjs')
  const engineFor = (options: object) => {
    const engine = new Liquid(options)
    for (const tag of Object.keys(engine.tags)) if (!liquidTags.has(tag)) delete engine.tags[tag]
    for (const filter of unsafeLiquidFilters) delete engine.filters[filter]
    return engine
  }
  const { outputEscape: _html, ...plain } = liquidOptions
  return { html: engineFor(liquidOptions), text: engineFor(plain), LiquidError }
}

/** Why a template cannot be read, as a sentence with line and column, or null when it can. */
export async function templateProblem(html: string): Promise<string | null> {
  loading ??= load()
  const { html: engine } = await loading
  try {
    engine.parse(liquidSource(html))
    return null
  } catch (error) {
    return wordProblem(await problemOf(error))
  }
}

export const wordProblem = ({ line, column, message }: Problem): string =>
  `Line ${line}, column ${column}: ${message}`

/** The same in parts, and also names that no template knows, wherever they stand. */
export async function findProblem(source: string, known: readonly string[] = []): Promise<Problem | null> {
  loading ??= load()
  const { html: engine } = await loading
  try {
    const { globals } = engine.analyzeSync(engine.parse(inPlace(source)))
    const unknown = Object.values(globals)
      .flat()
      .find(({ segments }) => !isKnown(segments, known))
    if (!unknown) return null
    const { row, col } = unknown.location
    return { line: row, column: col, message: `There is no variable ${unknown.segments.join('.')}` }
  } catch (error) {
    return problemOf(error)
  }
}

/** A template that cannot be filled in; the message is for people, with line and column. */
export class BrokenTemplate extends Error {
  override name = 'BrokenTemplate'
  readonly problem: Problem
  /** A busy machine may be the reason: the same can work later. */
  readonly passing: boolean
  constructor(problem: Problem) {
    super(wordProblem(problem))
    this.problem = problem
    this.passing = problem.message === tooSlow
  }
}

/**
 * Fills a template in; `text` for headers, where nothing is escaped. `more` are names beside those of TemplateValues.
 * @throws BrokenTemplate, also for one that takes longer than 100 ms or grows beyond a million characters
 */
export async function fillTemplate(
  source: string,
  values: TemplateValues,
  kind: 'html' | 'text' = 'html',
  more: Record<string, string> = {},
): Promise<string> {
  loading ??= load()
  const { [kind]: engine } = await loading
  let filled: string
  try {
    filled = engine.parseAndRenderSync(inPlace(source), { ...templateScope(values), ...more })
  } catch (error) {
    throw new BrokenTemplate(await problemOf(error))
  }
  if (filled.length > mostOutput) throw new BrokenTemplate({ line: 1, column: 1, message: tooLong })
  return filled
}

/** As Liquid reads it, every tag as long as it was, so that lines and columns stay those of the author. */
const inPlace = (source: string): string =>
  source.replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, (tag) => {
    const read = liquidSource(tag)
    return read.slice(0, -2).padEnd(tag.length - 2) + read.slice(-2)
  })

const scope = templateScope({})
// As in {{ conversation.subject.size }}.
const ofStrings = new Set(['size'])

function isKnown(segments: readonly unknown[], known: readonly string[]): boolean {
  const [first, ...rest] = segments.map(String)
  if (first === undefined || known.includes(first)) return true
  let at: unknown = scope
  for (const name of [first, ...rest]) {
    if (typeof at === 'string') return ofStrings.has(name)
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false
    at = (at as Record<string, unknown>)[name] // an object, as just asked
  }
  return true
}

async function problemOf(error: unknown): Promise<Problem> {
  loading ??= load()
  const { LiquidError } = await loading
  if (!LiquidError.is(error)) throw error
  const [line = 1, column = 1] = error.token.getPosition()
  const reason = error.message.replace(/,? line:\d+, col:\d+$/, '')
  const [, limited] = limits.find(([sign]) => reason.includes(sign)) ?? []
  return { line, column, message: limited ?? reason }
}

const tooSlow = 'It takes too long: a loop goes round too often'
const tooLong = 'It grows beyond a million characters'
const limits: [string, string][] = [
  ['template render limit', tooSlow],
  ['memory alloc limit', 'It takes too much memory: a list or a text grows too long'],
  ['parse length limit', 'It is too long'],
  ['Invalid string length', tooLong],
]
