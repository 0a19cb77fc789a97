import {
  liquidOptions,
  liquidTags,
  normaliseLiquid,
  type TemplateValues,
  templateScope,
  unsafeLiquidFilters,
} from '@parley/contract/templates/template-variables'
import { Liquid } from 'liquidjs'

const { outputEscape: _none, ...unescaped } = liquidOptions
const htmlEngine = new Liquid(liquidOptions)
const textEngine = new Liquid(unescaped)
for (const one of [htmlEngine, textEngine]) {
  for (const tag of Object.keys(one.tags)) if (!liquidTags.has(tag)) delete one.tags[tag]
  for (const filter of unsafeLiquidFilters) delete one.filters[filter]
}

/**
 * Renders a macro's text: values are escaped as HTML, unknown ones are empty. Throws when the template is invalid or
 * exceeds the engine's limits.
 */
export const renderTemplate = (html: string, values: TemplateValues): string =>
  htmlEngine.parseAndRenderSync(normaliseLiquid(html), templateScope(values))

/** The same for plain text, without escaping; never use it for HTML. */
export const renderTextTemplate = (template: string, values: TemplateValues): string =>
  textEngine.parseAndRenderSync(normaliseLiquid(template), templateScope(values))
