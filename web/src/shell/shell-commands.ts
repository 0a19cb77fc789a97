// biome-ignore-all format: one line for each command, read as a table
import type { AvailabilityStatus, ThemeChoice } from '@parley/contract/agents/agent'
import type { AnyRouter } from '@tanstack/react-router'
import {
  AlarmClock,
  AtSign,
  BarChart3,
  Bell,
  CalendarClock,
  CirclePause,
  CirclePlay,
  CircleUserRound,
  Forward,
  Inbox,
  Keyboard,
  Layers,
  LogOut,
  Moon,
  OctagonAlert,
  PanelLeft,
  PanelsTopLeft,
  Search,
  Send,
  Settings,
  SquarePen,
  Sun,
  Trash2,
  UserRound,
  Users,
} from 'lucide-react'
import type { Area } from '../areas/use-areas.ts'
import type { Command } from '../commands/command.ts'
import { findCommand } from '../commands/command-registry.ts'
import { startBuffering } from '../commands/keystroke-buffer/text-buffer.ts'
import { signOut } from '../lib/browser/sign-out.ts'
import { currentTheme } from '../lib/theme.ts'
import { type AvailabilityEvent, isManual } from '../session/availability.ts'

const GO = 'commands.group.go'
const VIEW = 'commands.group.view'
const ME = 'commands.group.me'

/** Navigation commands. Unavailable for areas that the agent can't enter. */
export function goCommands(
  router: AnyRouter,
  { areas, searchExists, trashExists }: { areas: readonly Area[]; searchExists: boolean; trashExists: boolean },
): Command[] {
  const go = (to: string) => () => void router.navigate({ to })
  // On the search page, focus its field instead.
  const toSearch = () => {
    const field = findCommand('search.focus')
    if (field?.run) return field.run()
    // Buffer keystrokes for its field, so that they don't trigger shortcuts.
    startBuffering(performance.now())
    void router.navigate({ to: '/inboxes/search' })
  }
  const area = (key: Area['key']) => areas.find((one) => one.key === key)
  const toArea = (key: Area['key']) => ({
    when: () => area(key) !== undefined,
    run: go(area(key)?.path ?? '/'),
  })
  return [
    { id: 'go.assigned', label: 'command.go_assigned', group: GO, keys: 'g m', icon: UserRound, run: go('/inboxes/assigned') },
    { id: 'go.unassigned', label: 'command.go_unassigned', group: GO, keys: 'g u', icon: Inbox, run: go('/inboxes/unassigned') },
    { id: 'go.all', label: 'command.go_all', group: GO, keys: 'g a', icon: Layers, run: go('/inboxes/all') },
    { id: 'go.mentions', label: 'command.go_mentions', group: GO, keys: 'g i', icon: AtSign, run: go('/inboxes/mentions') },
    { id: 'go.scheduled', label: 'command.go_scheduled', group: GO, icon: CalendarClock, run: go('/inboxes/scheduled') },
    { id: 'go.snoozed', label: 'command.go_snoozed', group: GO, keys: 'g h', icon: AlarmClock, run: go('/inboxes/snoozed') },
    { id: 'go.drafts', label: 'command.go_drafts', group: GO, keys: 'g d', icon: SquarePen, run: go('/inboxes/drafts') },
    { id: 'go.sent', label: 'command.go_sent', group: GO, keys: 'g e', icon: Send, run: go('/inboxes/sent') },
    { id: 'go.spam', label: 'command.go_spam', group: GO, icon: OctagonAlert, when: () => trashExists, run: go('/inboxes/spam') },
    { id: 'go.trash', label: 'command.go_trash', group: GO, icon: Trash2, when: () => trashExists, run: go('/inboxes/trash') },
    { id: 'go.search', label: 'command.search', group: GO, keys: '/', icon: Search, when: () => searchExists, run: toSearch },
    { id: 'go.contacts', label: 'command.go_contacts', group: GO, keys: 'g c', icon: Users, ...toArea('contacts') },
    { id: 'go.reports', label: 'command.go_reports', group: GO, keys: 'g r', icon: BarChart3, ...toArea('reports') },
    { id: 'go.settings', label: 'command.go_settings', group: GO, keys: 'g s', icon: Settings, ...toArea('admin') },
    { id: 'go.account', label: 'command.go_account', group: GO, icon: CircleUserRound, run: go('/account/profile') },
  ]
}

/** The availability switches of the user menu. */
export function availabilityCommands(status: AvailabilityStatus, onAvailability: (event: AvailabilityEvent) => void): Command[] {
  const reassigns = status === 'away_and_reassigning'
  return [
    { id: 'me.away', label: 'command.away', group: ME, keywords: 'availability absent break pause', icon: CirclePause, when: () => !isManual(status), run: () => onAvailability('away_on') },
    { id: 'me.online', label: 'command.online', group: ME, keywords: 'availability available back', icon: CirclePlay, when: () => isManual(status), run: () => onAvailability('away_off') },
    { id: 'me.reassign', label: 'command.reassign', group: ME, keywords: 'availability absent holiday vacation', icon: Forward, when: () => !reassigns, run: () => onAvailability('reassign_on') },
    { id: 'me.keep', label: 'command.reassign_off', group: ME, keywords: 'availability', icon: Forward, when: () => reassigns, run: () => onAvailability('reassign_off') },
  ]
}

/** Commands of the shell itself. */
export function shellCommands(actions: {
  openPalette: () => void
  openSheet: () => void
  foldBar: () => void
  foldPanel: () => void
  openNotifications: () => void
  chooseTheme: (theme: ThemeChoice) => void
}): Command[] {
  return [
    { id: 'shell.palette', label: 'command.palette', group: VIEW, keys: 'mod+k', scope: 'anywhere', shortcutOnly: true, run: actions.openPalette },
    { id: 'shell.notifications', label: 'centre.title', group: GO, keys: 'g n', icon: Bell, run: actions.openNotifications },
    { id: 'shell.theme_dark', label: 'command.theme_dark', group: VIEW, icon: Moon, when: () => currentTheme() === 'light', run: () => actions.chooseTheme('dark') },
    { id: 'shell.theme_light', label: 'command.theme_light', group: VIEW, icon: Sun, when: () => currentTheme() === 'dark', run: () => actions.chooseTheme('light') },
    { id: 'shell.fold_bar', label: 'command.fold_bar', group: VIEW, keys: 'mod+b', scope: 'fields', icon: PanelLeft, run: actions.foldBar },
    { id: 'shell.fold_panel', label: 'command.fold_panel', group: VIEW, keys: '[', icon: PanelsTopLeft, run: actions.foldPanel },
    { id: 'shell.shortcuts', label: 'command.shortcuts', group: VIEW, keys: '?', icon: Keyboard, run: actions.openSheet },
    { id: 'shell.logout', label: 'command.logout', group: VIEW, icon: LogOut, run: signOut },
  ]
}
