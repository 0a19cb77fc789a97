import type { UsableMacro } from '@parley/contract/macro-rules'
import type { MacroPlace } from '@parley/contract/macros'
import type { TemplateValues } from '@parley/contract/template-variables'
import { Zap } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Command } from '../commands/command.ts'
import { useCommands } from '../commands/registry.ts'
import { isBlankHtml } from '../editor/use-draft.ts'
import { textOf } from '../format/html-text.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { loadFilling } from './filling.ts'
import { useUsableMacros } from './use-usable-macros.ts'

const MacroPreview = lazy(async () => {
  const [{ MacroPreview }] = await Promise.all([import('./macro-preview.tsx'), loadFilling()])
  return { default: MacroPreview }
})

/** A macro that was chosen in the palette and waits for its editor, which may still be on its way. */
export type MacroAsked = { take: () => UsableMacro | null }

/** Offers the macros as a level of the palette, each with a preview. `onPick` brings up the editor that takes the macro's text. */
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
}): MacroAsked {
  const [asked, setAsked] = useState(nothing)
  const macros = useUsableMacros(place)
  const choose = (macro: UsableMacro) => {
    setAsked(once(macro))
    // One that says nothing leaves the keys to the page: the next one may be a shortcut.
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
        keywords: textOf(macro.message_content),
        preview: () => (
          <Suspense fallback={<Skeleton className="h-3 w-2/3" />}>
            <MacroPreview macro={macro} values={values()} />
          </Suspense>
        ),
        run: () => choose(macro),
      })),
  }
  useCommands([command])
  return asked
}

const nothing: MacroAsked = { take: () => null }

/** Whichever editor comes first takes it, and none after that. */
function once(macro: UsableMacro): MacroAsked {
  let left: UsableMacro | null = macro
  return {
    take: () => {
      const taken = left
      left = null
      return taken
    },
  }
}
