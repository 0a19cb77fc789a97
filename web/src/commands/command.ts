import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/**
 * Where a shortcut works: `page` while neither a field nor a dialog or menu has the focus, `fields` also there
 * except in the rich-text editor (where Ctrl+B is bold), `anywhere` truly everywhere.
 */
export type ShortcutScope = 'page' | 'fields' | 'anywhere'

/** Something a person can do by palette, shortcut, menu or button. Said once; all four are made from it. */
export type Command = {
  /** Area and verb, for example `conversation.resolve`. */
  id: string
  /** Catalogue key of its name. */
  label: string
  /** Values for the label's placeholders. */
  labelValues?: Record<string, string | number>
  /** Catalogue key of the heading it stands under in the palette and on the shortcut sheet. */
  group: string
  /** `mod+k`, `shift+?` as the key it makes (`?`), a sequence `g m`; several alternatives as a list, the first is shown. */
  keys?: string | readonly string[]
  scope?: ShortcutScope
  icon?: LucideIcon
  /** Drawn in place of the icon: an agent's picture, an emoji. */
  renderIcon?: () => ReactNode
  /** A few quiet words at the end of its row in the palette. */
  detail?: string
  /** What the palette shows beside the list while this row is the chosen one. */
  preview?: () => ReactNode
  /** Whether it can be done now; a command that cannot is neither shown nor run. */
  when?: () => boolean
  /** More words that find it in the palette. */
  keywords?: string
  /** Left out of the palette: it makes no sense there (the palette's own shortcut, row movement). */
  shortcutOnly?: boolean
} & (
  | { run: () => void; children?: never; placeholder?: never; empty?: never }
  /** Opens a level of the palette with these. */
  | {
      children: () => Command[]
      run?: never
      /** Catalogue keys of what the level's empty field says, and what stands there when nothing matches. */
      placeholder?: string
      empty?: string
    }
)

export const keysOf = (command: Command): readonly string[] =>
  command.keys === undefined ? [] : typeof command.keys === 'string' ? [command.keys] : command.keys

/** The shortcut to show beside the command's name. */
export const displayKey = (command: Command | undefined): string | undefined => command && keysOf(command)[0]

export const isAvailable = (command: Command): boolean => command.when?.() ?? true
