import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CircleUserRound, LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { displayKey } from '../commands/command.ts'
import { useCommand } from '../commands/command-registry.ts'
import { fullName, initials } from '../format/names.ts'
import { signOut } from '../lib/browser/sign-out.ts'
import { useTheme } from '../lib/theme.ts'
import { isManual, presenceDot } from '../session/availability.ts'
import { useAvailabilitySwitch } from '../session/use-availability.ts'
import { useMe } from '../session/use-me.ts'
import { usePreferences } from '../session/use-preferences.ts'
import { Avatar } from '../ui/display/avatar.tsx'
import { Menu, MenuItem, MenuSeparator, MenuSwitchItem } from '../ui/overlays/menu.tsx'

export function UserMenu({ expanded }: { expanded: boolean }) {
  const { t } = useTranslation()
  const me = useMe()
  const name = fullName(me)
  const status = t(`availability.${me.availability_status}`)
  return (
    <Menu
      side={expanded ? 'top' : 'right'}
      align="end"
      sideOffset={8}
      className="w-60"
      trigger={
        <button
          type="button"
          className={clsx(
            'flex items-center gap-2.5 rounded-lg text-left transition-colors hover:bg-hover data-popup-open:bg-hover',
            expanded ? 'p-1.5' : 'size-8.5 justify-center',
          )}
        >
          <Avatar
            name={name}
            initials={initials(me)}
            src={me.avatar_url}
            dot={presenceDot(me.availability_status)}
          />
          <span className="sr-only">{t('user_menu.open', { name, status })}</span>
          {expanded && <Identity name={name} email={me.email} />}
        </button>
      }
    >
      <div className="flex px-2 pt-1.5 pb-1">
        <Identity name={name} email={me.email} />
      </div>
      <MenuSeparator />
      <UserMenuItems />
    </Menu>
  )
}

function UserMenuItems() {
  const { t } = useTranslation()
  const status = useMe().availability_status
  const setAvailability = useAvailabilitySwitch()
  const theme = useTheme()
  const preferences = usePreferences()
  const navigate = useNavigate()
  const account = useCommand('go.account')
  return (
    <>
      <MenuSwitchItem
        checked={theme === 'dark'}
        onCheckedChange={(on) => preferences.mutate({ theme: on ? 'dark' : 'light' })}
      >
        {t('user_menu.dark_mode')}
      </MenuSwitchItem>
      <MenuSeparator />
      <MenuSwitchItem
        checked={isManual(status)}
        onCheckedChange={(on) => setAvailability(on ? 'away_on' : 'away_off')}
      >
        {t('user_menu.away')}
      </MenuSwitchItem>
      <MenuSwitchItem
        checked={status === 'away_and_reassigning'}
        onCheckedChange={(on) => setAvailability(on ? 'reassign_on' : 'reassign_off')}
      >
        {t('user_menu.reassign')}
      </MenuSwitchItem>
      <MenuSeparator />
      <MenuItem
        icon={<CircleUserRound size={16} aria-hidden />}
        shortcut={displayKey(account)}
        onClick={() => navigate({ to: '/account/profile' })}
      >
        {t('user_menu.account')}
      </MenuItem>
      <MenuItem icon={<LogOut size={16} aria-hidden />} onClick={signOut}>
        {t('user_menu.logout')}
      </MenuItem>
    </>
  )
}

function Identity({ name, email }: { name: string; email: string | null }) {
  return (
    <span className="min-w-0">
      <span className="block truncate font-medium">{name}</span>
      <span className="block truncate text-xs text-ink-3">{email}</span>
    </span>
  )
}
