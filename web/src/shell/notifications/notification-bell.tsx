import { clsx } from 'clsx'
import { Bell } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutKey } from '../../commands/command-registry.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useStore } from '../../lib/store.ts'
import { useEverTrue } from '../../lib/use-ever-true.ts'
import { centreOpen, unreadNotifications } from '../../session/unread-notifications.ts'
import { tooltip } from '../../ui/overlays/tooltip.ts'

const CentrePopup = lazyPart(
  () => import('../../features/notification-centre/centre-popup.tsx'),
  'CentrePopup',
)

/** Opens the notification centre, and shows how many notifications are unread. */
export function NotificationBell({ expanded, className }: { expanded: boolean; className: string }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const open = useStore(centreOpen)
  const count = useStore(unreadNotifications)
  const shortcut = useShortcutKey('shell.notifications')
  const wasOpened = useEverTrue(open)
  const shown = count > 99 ? '99+' : String(count)
  return (
    <>
      <button
        ref={button}
        {...(!(expanded || open) && tooltip(t('centre.title'), { shortcut, side: 'right' }))}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t('centre.open', { count })}
        onClick={() => centreOpen.set(!open)}
        className={clsx(className, 'relative', open && 'bg-press text-ink')}
      >
        <Bell size={18} aria-hidden />
        {expanded && <span className="flex-1 truncate text-left">{t('centre.title')}</span>}
        {count > 0 && (
          <span
            aria-hidden
            className={clsx(
              'rounded-full bg-accent px-1 text-center text-[10px]/4 font-semibold text-accent-ink tabular-nums',
              expanded ? 'min-w-4' : 'absolute top-0.5 right-0 min-w-4',
            )}
          >
            {shown}
          </span>
        )}
      </button>
      {wasOpened && (
        <Suspense>
          <CentrePopup anchor={button} side={expanded ? 'top' : 'right'} />
        </Suspense>
      )}
    </>
  )
}
