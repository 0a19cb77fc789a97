import type { ShortcutScope } from '../command.ts'

/** What the focus is in, as far as shortcuts care. */
export type FocusContext = 'page' | 'field' | 'editor' | 'layer'

/** Whether a shortcut of this reach works while the focus is there. */
export function isInScope(reach: ShortcutScope, focus: FocusContext): boolean {
  if (reach === 'anywhere') return true
  if (reach === 'fields') return focus === 'page' || focus === 'field'
  return focus === 'page'
}

/** `layer` is a dialog, menu or list that floats above the page: what it covers must not react to keys. */
export function focusContextOf(target: EventTarget | null): FocusContext {
  if (!(target instanceof HTMLElement)) return 'page'
  // What fades out has been left already, though it holds the focus for some frames more.
  if (target.closest('[data-closed], [data-ending-style]')) return 'page'
  if (target.isContentEditable) return 'editor'
  if (target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')) return 'layer'
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return 'field'
  if (target instanceof HTMLInputElement) return textInputTypes.has(target.type) ? 'field' : 'page'
  // A combobox that keeps its field in the popup is only a button itself.
  return target.closest('[role="combobox"]:not([aria-haspopup="dialog"])') ? 'field' : 'page'
}

const textInputTypes = new Set([
  'text',
  'search',
  'email',
  'password',
  'url',
  'tel',
  'number',
  'date',
  'time',
  'datetime-local',
  'month',
  'week',
])
