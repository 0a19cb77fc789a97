import { useNavigate } from '@tanstack/react-router'
import { CircleUserRound, LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { displayKey } from '../commands/command.ts'
import { useCommand } from '../commands/command-registry.ts'
import { fullName } from '../format/names.ts'
import { signOut } from '../lib/browser/sign-out.ts'
import { useTheme } from '../lib/theme.ts'
import { isManual } from '../session/availability.ts'
import { useAvailabilitySwitch } from '../session/use-availability.ts'
import { useMe } from '../session/use-me.ts'
import { usePreferences } from '../session/use-preferences.ts'
import { MenuItem, MenuPopup, MenuSeparator, MenuSwitchItem } from '../ui/overlays/menu.tsx'
import { Identity } from './identity.tsx'

export function UserMenuPopup({ side }: { side: 'top' | 'right' }) {
  const me = useMe()
  return (
    <MenuPopup side={side} align="end" sideOffset={8} className="w-60">
      <div className="flex px-2 pt-1.5 pb-1">
        <Identity name={fullName(me)} email={me.email} />
      </div>
      <MenuSeparator />
      <UserMenuItems />
    </MenuPopup>
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
