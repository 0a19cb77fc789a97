import { z } from 'zod'

const namedKeys = [
  'enter',
  'space',
  'backspace',
  'delete',
  'insert',
  'home',
  'end',
  'pageup',
  'pagedown',
  'arrowup',
  'arrowdown',
  'arrowleft',
  'arrowright',
] as const

const isNamedKey = (key: string) => namedKeys.some((name) => name === key) || /^f([1-9]|1[0-2])$/.test(key)

// Shortcuts reserved by browsers and operating systems, or so common that overriding them breaks the page.
const browserShortcuts = new Set([
  ...['w', 't', 'n', 'q', 'r', 'l', 'd', 'f', 'g', 'p', 'o', 'u', 'j', 'h', 'tab', '+', '-', '=', '0'],
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  ...['shift+w', 'shift+t', 'shift+n', 'shift+q', 'shift+r', 'shift+i', 'shift+j', 'shift+c', 'shift+p'],
  ...['shift+delete', 'shift+o', 'shift+b', 'shift+a', 'pageup', 'pagedown', 'arrowleft', 'arrowright'],
])
const clipboardShortcuts = new Set(['c', 'v', 'x', 'shift+v', 'insert'])
const focusKeys = new Set(['enter', 'space', 'arrowup', 'arrowdown', 'arrowleft', 'arrowright'])

/**
 * Why a shortcut cannot be used, or null when it can. A shortcut is one key press (`e`, `shift+u`, `mod+k`) or a sequence of two (`g m`),
 * in the notation of web/src/commands/shortcuts/key-press.ts.
 */
export function shortcutRefusal(keys: string): string | null {
  const presses = keys.split(' ')
  if (presses.length > 2 || !presses.every(isKeyPress))
    return 'This isn’t a valid shortcut. Press one key, or two in a row'
  if (presses.length === 2 && presses.some((press) => press.startsWith('mod+')))
    return 'Two keys in a row can’t use Ctrl or Cmd'
  for (const press of presses) {
    const refusal = pressRefusal(press)
    if (refusal) return refusal
  }
  return null
}

function pressRefusal(press: string): string | null {
  if (press.startsWith('mod+')) {
    const key = press.replace(/^mod\+/, '')
    if (browserShortcuts.has(key)) return 'This is reserved by browsers. Choose another'
    return clipboardShortcuts.has(key) ? 'This is used to copy and paste. Choose another' : null
  }
  const key = press.replace(/^shift\+/, '')
  if (/^f\d+$/.test(key)) return 'This is reserved by browsers. Choose another'
  return focusKeys.has(key) ? 'This key is used to navigate the page. Choose another' : null
}

/** Symbols are written as themselves and letters in lower case. Shift is only written with letters and named keys. */
function isKeyPress(press: string): boolean {
  const [, shift, key = ''] = /^(?:mod\+)?(shift\+)?(.+)$/s.exec(press) ?? []
  if (isNamedKey(key)) return true
  if ([...key].length !== 1 || key !== key.toLowerCase() || /[\s\p{Cc}]/u.test(key)) return false
  return !shift || key.toUpperCase() !== key
}

/** An agent's custom shortcuts: the keys that replace the default ones, by command. An empty list removes all keys of that command. */
export const Shortcuts = z
  .record(
    z
      .string()
      .max(60)
      .regex(/^[a-z][a-z_.-]*$/, 'This command doesn’t exist'),
    z
      .array(
        z
          .string()
          .max(40)
          .superRefine((keys, { addIssue }) => {
            const message = shortcutRefusal(keys)
            if (message) addIssue({ code: 'custom', message })
          }),
      )
      .max(4, 'A command can have at most four shortcuts'),
  )
  .refine((shortcuts) => Object.keys(shortcuts).length <= 200, 'There are too many commands')
export type Shortcuts = z.infer<typeof Shortcuts>
