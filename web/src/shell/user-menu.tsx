import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { fullName, initials } from '../format/names.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { availabilityDot } from '../session/availability.ts'
import { useMe } from '../session/use-me.ts'
import { Avatar } from '../ui/display/avatar.tsx'
import { MenuOnDemand } from '../ui/overlays/menu-on-demand.tsx'
import { Identity } from './identity.tsx'

const UserMenuPopup = lazyPart(() => import('./user-menu-popup.tsx'), 'UserMenuPopup')

export function UserMenu({ expanded }: { expanded: boolean }) {
  const { t } = useTranslation()
  const me = useMe()
  const name = fullName(me)
  const status = t(`availability.${me.availability_status}`)
  return (
    <MenuOnDemand
      preload={UserMenuPopup.preload}
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
            dot={availabilityDot(me.availability_status)}
          />
          <span className="sr-only">{t('user_menu.open', { name, status })}</span>
          {expanded && <Identity name={name} email={me.email} />}
        </button>
      }
    >
      <UserMenuPopup side={expanded ? 'top' : 'right'} />
    </MenuOnDemand>
  )
}
