import {
  liquidOptions,
  liquidTags,
  normaliseLiquid,
  type TemplateValues,
  templateScope,
  unsafeLiquidFilters,
} from '@parley/contract/templates/template-variables'

/** A problem in a template; line and column count from 1. */
export type LiquidProblem = { line: number; column: number; message: string }

/** Maximum output in characters; longer output is an error. */
const maxOutput = 1_000_000

// Loaded on first use: it takes 9 MB.
let loading: ReturnType<typeof loadLiquid> | undefined

async function loadLiquid() {
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

/** The syntax error of a template with line and column, or null if it is valid. */
export async function findSyntaxProblem(html: string): Promise<string | null> {
  loading ??= loadLiquid()
  const { html: engine } = await loading
  try {
    engine.parse(normaliseLiquid(html))
    return null
  } catch (error) {
    return formatProblem(await toProblem(error))
  }
}

export const formatProblem = ({ line, column, message }: LiquidProblem): string =>
  `Line ${line}, column ${column}: ${message}`

/** Like `findSyntaxProblem`, with separate fields, and also finds unknown variables. */
export async function findLiquidProblem(
  source: string,
  extraNames: readonly string[] = [],
): Promise<LiquidProblem | null> {
  loading ??= loadLiquid()
  const { html: engine } = await loading
  try {
    const { globals } = engine.analyzeSync(engine.parse(toLiquidInPlace(source)))
    const unknown = Object.values(globals)
      .flat()
      .find(({ segments }) => !isKnownVariable(segments, extraNames))
    if (!unknown) return null
    const { row, col } = unknown.location
    return { line: row, column: col, message: `There’s no variable ${unknown.segments.join('.')}` }
  } catch (error) {
    return toProblem(error)
  }
}

/** A template that cannot be rendered; the message is user-facing, with line and column. */
export class BrokenTemplate extends Error {
  override name = 'BrokenTemplate'
  readonly problem: LiquidProblem
  /** May be caused by a busy machine and succeed later. */
  readonly transient: boolean
  constructor(problem: LiquidProblem) {
    super(formatProblem(problem))
    this.problem = problem
    this.transient = problem.message === tooSlow
  }
}

/**
 * Renders a template; `text` for headers, where nothing is escaped. `extra` adds variables to those of TemplateValues.
 * @throws BrokenTemplate, also if rendering takes longer than 100 ms or the output exceeds a million characters
 */
export async function renderTemplate(
  source: string,
  values: TemplateValues,
  kind: 'html' | 'text' = 'html',
  extra: Record<string, string> = {},
): Promise<string> {
  loading ??= loadLiquid()
  const { [kind]: engine } = await loading
  let rendered: string
  try {
    rendered = engine.parseAndRenderSync(toLiquidInPlace(source), { ...templateScope(values), ...extra })
  } catch (error) {
    throw new BrokenTemplate(await toProblem(error))
  }
  if (rendered.length > maxOutput) throw new BrokenTemplate({ line: 1, column: 1, message: tooLong })
  return rendered
}

/** Converts to Liquid's syntax, padding each tag to its original length, so that lines and columns match the author's text. */
const toLiquidInPlace = (source: string): string =>
  source.replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, (tag) => {
    const read = normaliseLiquid(tag)
    return read.slice(0, -2).padEnd(tag.length - 2) + read.slice(-2)
  })

const knownScope = templateScope({})
// As in {{ conversation.subject.size }}.
const stringProperties = new Set(['size'])

function isKnownVariable(segments: readonly unknown[], extraNames: readonly string[]): boolean {
  const [first, ...rest] = segments.map(String)
  if (first === undefined || extraNames.includes(first)) return true
  let value: unknown = knownScope
  for (const name of [first, ...rest]) {
    if (typeof value === 'string') return stringProperties.has(name)
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false
    value = (value as Record<string, unknown>)[name] // an object, as just checked
  }
  return true
}

async function toProblem(error: unknown): Promise<LiquidProblem> {
  loading ??= loadLiquid()
  const { LiquidError } = await loading
  if (!LiquidError.is(error)) throw error
  const [line = 1, column = 1] = error.token.getPosition()
  const reason = error.message.replace(/,? line:\d+, col:\d+$/, '')
  const [, limited] = limitMessages.find(([fragment]) => reason.includes(fragment)) ?? []
  return { line, column, message: limited ?? reason }
}

const tooSlow = 'It takes too long: a loop repeats too often'
const tooLong = 'It’s longer than a million characters'
const limitMessages: [string, string][] = [
  ['template render limit', tooSlow],
  ['memory alloc limit', 'It takes too much memory: a list or text grows too long'],
  ['parse length limit', 'It is too long'],
  ['Invalid string length', tooLong],
]
