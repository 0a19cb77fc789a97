import { type CSSProperties, useEffect } from 'react'
import { Toaster as Sonner, type ToasterProps } from 'sonner'

/** Spec section 9; milliseconds and pixels. */
export const toasterConfig = {
  position: 'top-center',
  richColors: true,
  duration: 4000,
  visibleToasts: 3,
  gap: 14,
  offset: 32,
  hotkey: ['altKey', 'KeyT'],
} satisfies ToasterProps
export const TOAST_WIDTH = 356

/** Alt+T focuses the toasts. sonner's own removal delay is the required 200 ms. */
export function Toaster({
  theme,
  label,
  closeLabel,
  onMount,
}: {
  theme: 'light' | 'dark'
  label: string
  closeLabel: string
  /** Called once toasts can be shown: sonner drops earlier ones. */
  onMount: () => void
}) {
  // Runs after the effects of the child, which subscribes to sonner's store.
  useEffect(onMount, [onMount])
  return (
    <Sonner
      theme={theme}
      containerAriaLabel={label}
      {...toasterConfig}
      // Below a phone's page header, which has the subject and the back button.
      mobileOffset={{ top: 56, left: 12, right: 12 }}
      closeButton
      style={toasterColours}
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        classNames: { title: 'font-medium', description: 'text-ink-2' },
      }}
    />
  )
}

// biome-ignore format: one line for each of sonner's own variables
const toasterColours: CSSProperties & Record<`--${string}`, string> = {
  '--width': `${TOAST_WIDTH}px`,
  fontFamily: 'var(--font-sans)',
  '--border-radius': 'var(--radius-lg)',
  '--normal-bg': 'var(--raised)', '--normal-border': 'var(--line)', '--normal-text': 'var(--ink)',
  '--success-bg': 'var(--good-subtle)', '--success-border': 'var(--good-line)', '--success-text': 'var(--good)',
  '--info-bg': 'var(--calm-subtle)', '--info-border': 'var(--calm-line)', '--info-text': 'var(--calm)',
  '--warning-bg': 'var(--warn-subtle)', '--warning-border': 'var(--warn-line)', '--warning-text': 'var(--warn)',
  '--error-bg': 'var(--bad-subtle)', '--error-border': 'var(--bad-line)', '--error-text': 'var(--bad)',
}
