import type { UsableMacro } from '@parley/contract/macros/macro-availability'
import type { MacroPlace } from '@parley/contract/macros/macros'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { Zap } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Command } from '../commands/command.ts'
import { useCommands } from '../commands/command-registry.ts'
import { isBlankHtml } from '../editor/blank-html.ts'
import { htmlToText } from '../format/html-to-text.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { loadTemplateEngine } from './template-engine.ts'
import { useUsableMacros } from './use-usable-macros.ts'

const MacroPreview = lazyPart(async () => {
  const [{ MacroPreview }] = await Promise.all([import('./macro-preview.tsx'), loadTemplateEngine()])
  return { MacroPreview }
}, 'MacroPreview')

/** A macro chosen in the palette, waiting for its editor, which may still be loading. */
export type PendingMacro = { take: () => UsableMacro | null }

/**
 * Adds a palette level with the macros and their previews. `onPick` opens the editor that receives the macro's text.
 */
export function useMacroCommand({
  id,
  place,
  keys,
  values,
  onPick,
}: {
  /** The level's name (spec section 2). */
  id: 'apply-macro-to-existing-conversation' | 'apply-macro-to-new-conversation'
  place: MacroPlace
  keys?: string
  values: () => TemplateValues
  onPick: () => void
}): PendingMacro {
  const [pending, setPending] = useState(noPendingMacro)
  const macros = useUsableMacros(place)
  const selectMacro = (macro: UsableMacro) => {
    setPending(takeOnce(macro))
    // A macro without text leaves the focus on the page: the next key may be a shortcut.
    if (!isBlankHtml(macro.message_content)) onPick()
  }
  const command: Command = {
    id,
    label: 'command.macro',
    group: 'commands.group.conversation',
    ...(keys && { keys }),
    icon: Zap,
    placeholder: 'macro.search',
    empty: 'macro.empty',
    when: () => macros.length > 0,
    children: () =>
      macros.map((macro) => ({
        id: `macro.${macro.id}`,
        label: 'command.named',
        labelValues: { name: macro.name },
        group: 'macro.menu',
        icon: Zap,
        keywords: htmlToText(macro.message_content),
        preview: () => (
          <Suspense fallback={<Skeleton className="h-3 w-2/3" />}>
            <MacroPreview macro={macro} values={values()} />
          </Suspense>
        ),
        run: () => selectMacro(macro),
      })),
  }
  useCommands([command])
  return pending
}

const noPendingMacro: PendingMacro = { take: () => null }

/** Only the first editor to ask receives it. */
function takeOnce(macro: UsableMacro): PendingMacro {
  let remaining: UsableMacro | null = macro
  return {
    take: () => {
      const taken = remaining
      remaining = null
      return taken
    },
  }
}
