import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/**
 * Where a shortcut works: `page` while no field, dialog or menu has the focus; `fields` also in fields other than the
 * rich-text editor (where Ctrl+B is bold); `anywhere` without restriction.
 */
export type ShortcutScope = 'page' | 'fields' | 'anywhere'

/**
 * An action that can be triggered from the palette, a shortcut, a menu or a button. Defined once and shared by all
 * four.
 */
export type Command = {
  /** Area and verb, for example `conversation.resolve`. */
  id: string
  /** Catalogue key of its name. */
  label: string
  /** Values for the label's placeholders. */
  labelValues?: Record<string, string | number>
  /** Catalogue key of its heading in the palette and on the shortcut sheet. */
  group: string
  /**
   * `mod+k`; a shifted sign as the sign itself (`?`); a sequence `g m`. Alternatives are a list; the first is
   * displayed.
   */
  keys?: string | readonly string[]
  scope?: ShortcutScope
  icon?: LucideIcon
  /** Rendered in place of the icon: an agent's avatar, an emoji. */
  renderIcon?: () => ReactNode
  /** Secondary text at the end of its palette row. */
  detail?: string
  /** Shown beside the list while this row is highlighted in the palette. */
  preview?: () => ReactNode
  /** Whether it is available now; an unavailable command is neither listed nor run. */
  when?: () => boolean
  /** Additional search terms for the palette. */
  keywords?: string
  /** Moves along a list: it doesn't wait until the page has settled (use-settled.ts). */
  isMovement?: boolean
  /** Hidden from the palette, where it makes no sense (the palette's own shortcut, row movement). */
  shortcutOnly?: boolean
} & (
  | { run: () => void; children?: never; typed?: never; placeholder?: never; empty?: never }
  /** Opens a nested palette level with these commands. */
  | {
      children: () => Command[]
      run?: never
      /** Turns what is typed on this level into a command, such as a time. Loaded when the level opens. */
      typed?: () => Promise<TypedCommand>
      /** Catalogue keys of the level's placeholder and of its empty state. */
      placeholder?: string
      empty?: string
    }
)

/** The command for a query, or why there is none. */
export type TypedCommand = (query: string) => { command: Command | null; note: string | null }

export const keysOf = (command: Command): readonly string[] =>
  command.keys === undefined ? [] : typeof command.keys === 'string' ? [command.keys] : command.keys

/** The shortcut to display beside the command's name. */
export const displayKey = (command: Command | undefined): string | undefined => command && keysOf(command)[0]

export const isAvailable = (command: Command): boolean => command.when?.() ?? true
