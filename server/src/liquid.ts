import {
  liquidOptions,
  liquidSource,
  liquidTags,
  type TemplateValues,
  templateScope,
  unsafeLiquidFilters,
} from '@parley/contract/template-variables'

// Loaded at first use: it takes 9 MB.
let loading: ReturnType<typeof load> | undefined

async function load() {
  const { Liquid, LiquidError } = await import('liquidjs')
  const engine = new Liquid(liquidOptions)
  const { outputEscape: _none, ...unescaped } = liquidOptions
  const text = new Liquid(unescaped)
  for (const one of [engine, text]) {
    for (const tag of Object.keys(one.tags)) if (!liquidTags.has(tag)) delete one.tags[tag]
    for (const filter of unsafeLiquidFilters) delete one.filters[filter]
  }
  return { engine, text, LiquidError }
}

/** Why a template cannot be read, as a sentence with line and column, or null when it can. */
export async function templateProblem(html: string): Promise<string | null> {
  loading ??= load()
  const { engine, LiquidError } = await loading
  try {
    engine.parse(liquidSource(html))
    return null
  } catch (error) {
    if (!LiquidError.is(error)) throw error
    const [line, column] = error.token.getPosition()
    const reason = error.message.replace(/,? line:\d+, col:\d+$/, '')
    return `Line ${line}, column ${column}: ${reason}`
  }
}

/** A plain text with its variables filled in, nothing escaped: for headers and subjects, never for HTML. Throws when it is broken. */
export async function fillText(template: string, values: TemplateValues): Promise<string> {
  loading ??= load()
  const { text } = await loading
  return text.parseAndRenderSync(liquidSource(template), templateScope(values))
}
