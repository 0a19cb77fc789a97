import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { Fragment, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Command, displayKey, keysOf } from '../../../commands/command.ts'
import { keyPressName } from '../../../commands/shortcuts/key-press.ts'
import { ContextMenu, type Point } from '../../../ui/overlays/context-menu.tsx'
import { MenuItem, MenuSeparator, Submenu } from '../../../ui/overlays/menu.tsx'
import { useBulkActions } from '../bulk/use-bulk-actions.ts'
import { SnoozeDialog } from '../snooze/snooze-dialog.tsx'
import { snoozeUntil } from '../target/conversation-target.ts'
import { rowMenuSections } from './row-commands.ts'

const MENU = 'row-menu'

/** Context menu of a row or of the selection, at the pointer or the row. The page's shortcuts work in it. */
export function RowMenu({
  rows,
  at,
  open,
  onClose,
  onClosed,
  ...ui
}: {
  rows: readonly ConversationListItem[]
  at: Point
  open: boolean
  onClose: () => void
  /** Returns the element to focus after closing. */
  onClosed: () => HTMLElement | null
  pathOf: (uuid: string) => string
  onOpenRow: (uuid: string) => void
  onSelect: (uuid: string) => void
}) {
  const { t } = useTranslation()
  const [snoozing, setSnoozing] = useState(false)
  const bulk = useBulkActions(rows)
  const sections = rowMenuSections(bulk, {
    t,
    pathOf: ui.pathOf,
    open: ui.onOpenRow,
    select: ui.onSelect,
    customSnooze: () => setSnoozing(true),
  })
  useMenuKeys(open, (press) => {
    const command = sections.flat().find((one) => keysOf(one).includes(press))
    if (!command) return false
    if (command.run) {
      onClose()
      command.run()
    } else openLevel(command)
    return true
  })
  const [first] = rows
  if (!first) return null

  return (
    <>
      <ContextMenu
        point={at}
        open={open}
        onClose={onClose}
        finalFocus={onClosed}
        id={MENU}
        label={
          rows.length === 1
            ? t('list.row_menu', { subject: first.subject || t('conversation.no_subject') })
            : t('bulk.selected', { count: rows.length })
        }
      >
        {sections.map((section, index) => (
          <Fragment key={section[0]?.id}>
            {index > 0 && <MenuSeparator />}
            {section.map((command) => (
              <MenuEntry key={command.id} command={command} />
            ))}
          </Fragment>
        ))}
      </ContextMenu>
      <SnoozeDialog
        conversation={first}
        open={snoozing}
        onOpenChange={setSnoozing}
        onSnooze={(until) => bulk.run(snoozeUntil(until))}
      />
    </>
  )
}

function MenuEntry({ command }: { command: Command }) {
  const { t } = useTranslation()
  const Icon = command.icon
  const icon = Icon && <Icon size={16} aria-hidden />
  const label = t(command.label, command.labelValues ?? {})
  if (command.run)
    return (
      <MenuItem icon={icon} shortcut={displayKey(command)} onClick={command.run}>
        {label}
      </MenuItem>
    )
  return (
    <Submenu icon={icon} label={label} shortcut={displayKey(command)} id={triggerId(command)}>
      {command.children().map((child) => (
        <MenuItem key={child.id} icon={child.renderIcon?.()} onClick={child.run}>
          {t(child.label, child.labelValues ?? {})}
        </MenuItem>
      ))}
    </Submenu>
  )
}

/**
 * Shortcuts while the menu is open, including keys that arrive before it has the focus, a few frames after the key
 * that opened it.
 */
function useMenuKeys(open: boolean, runShortcut: (press: string) => boolean) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const menu = event.target instanceof Element ? event.target.closest('[role=menu]') : null
    // In a submenu, letters are typeahead.
    if (menu && menu.id !== MENU) return
    const press = keyPressName(event)
    if (!press || !runShortcut(press)) return
    event.preventDefault()
    event.stopPropagation()
  })
  // Registered before the first paint; until then the page would handle the keys.
  useLayoutEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [open])
}

const triggerId = ({ id }: Command) => `row-menu-${id.replace('.', '-')}`

/** Opens a submenu as if by keyboard. */
function openLevel(command: Command, attempts = 5) {
  const trigger = document.getElementById(triggerId(command))
  if (trigger) {
    trigger.focus()
    trigger.click()
  } else if (attempts > 0) requestAnimationFrame(() => openLevel(command, attempts - 1))
}
