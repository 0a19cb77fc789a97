import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimedHeldSend } from '../../../api/held-sends.ts'
import { KeyLabels } from '../../../ui/display/kbd.tsx'
import { Button } from '../../../ui/inputs/button.tsx'

const TICK_MS = 200

/** A held message with its countdown and an undo button. */
export function HeldToast({
  held,
  onUndo,
  onSendNow,
}: {
  held: TimedHeldSend
  onUndo: () => void
  onSendNow: () => void
}) {
  const { t } = useTranslation()
  const timeLeft = useTimeLeft(held.undoDeadline)
  const [first = ''] = held.to
  const others = held.to.length + held.cc.length + held.bcc.length - 1
  const recipients = others > 0 ? t('composer.held_more', { address: first, count: others }) : first
  return (
    <div className="flex w-max max-w-[min(30rem,calc(100vw-2rem))] max-md:w-full items-center gap-2.5 rounded-lg border bg-raised py-2 pr-2 pl-3 text-base text-ink shadow-pop">
      <CountdownRing
        seconds={Math.ceil(timeLeft / 1000)}
        part={timeLeft / (Date.parse(held.held_until) - Date.parse(held.created_at))}
      />
      <p className="min-w-0 flex-1 truncate">
        <span className="font-medium">{t(titleOf(held))}</span>{' '}
        <span className="text-ink-3">
          {held.after ? `· ${recipients}` : t('composer.held_to', { recipients })}
        </span>
      </p>
      <Button variant="ghost" size="sm" onClick={onSendNow}>
        {t('composer.send_now')}
      </Button>
      <Button size="sm" onClick={onUndo}>
        {t('composer.undo')}
        <span className="pointer-coarse:hidden">
          {/* After sending, the focus is in the composer, where a plain letter is text. */}
          <KeyLabels keys="mod+z" />
        </span>
      </Button>
    </div>
  )
}

function titleOf({ after }: TimedHeldSend): string {
  if (!after) return 'composer.held'
  return after.snoozed_until ? 'composer.held_snooze' : 'composer.held_resolve'
}

/** The seconds in a ring that empties. Hidden from screen readers, which would read every second. */
function CountdownRing({ seconds, part }: { seconds: number; part: number }) {
  return (
    <svg viewBox="0 0 28 28" className="size-7 shrink-0" aria-hidden>
      <circle cx="14" cy="14" r="12" fill="none" strokeWidth="2" className="stroke-line" />
      <circle
        cx="14"
        cy="14"
        r="12"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        pathLength="1"
        strokeDasharray={`${Math.max(0, Math.min(1, part))} 1`}
        transform="rotate(-90 14 14)"
        className="stroke-accent"
      />
      <text x="14" y="18" textAnchor="middle" className="fill-ink-2 text-xs font-medium tabular-nums">
        {seconds}
      </text>
    </svg>
  )
}

function useTimeLeft(until: number): number {
  const [timeLeft, setTimeLeft] = useState(() => Math.max(0, until - Date.now()))
  // Timers are outside React.
  useEffect(() => {
    const tick = () => setTimeLeft(Math.max(0, until - Date.now()))
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [until])
  return timeLeft
}
