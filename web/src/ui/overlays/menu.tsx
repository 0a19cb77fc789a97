import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import { Check, ChevronRight } from 'lucide-react'
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { KeyLabels } from '../display/kbd.tsx'
import { MenuOnDemand } from './menu-on-demand.tsx'
import { MenuOpenerContext } from './menu-opener.ts'

type Placement = Pick<ComponentProps<typeof Base.Positioner>, 'side' | 'align' | 'sideOffset'>

/** A menu of actions. `trigger` is the button that opens it; children are the Menu… parts below, which exist while it is open. */
export function Menu({
  trigger,
  children,
  side = 'bottom',
  align = 'start',
  sideOffset = 4,
  className,
}: Placement & {
  trigger: ComponentProps<typeof MenuOnDemand>['trigger']
  children: ReactNode
  className?: string
}) {
  return (
    <MenuOnDemand trigger={trigger}>
      <MenuPopup side={side} align={align} sideOffset={sideOffset} className={className}>
        {children}
      </MenuPopup>
    </MenuOnDemand>
  )
}

export function Submenu({
  label,
  icon,
  shortcut,
  id,
  children,
}: {
  label: ReactNode
  icon?: ReactNode
  shortcut?: string | undefined
  /** The id of its item in the parent menu. */
  id?: string
  children: ReactNode
}) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger id={id} className="option-row">
        {icon}
        <span className="flex-1 truncate">{label}</span>
        {shortcut && <KeyLabels keys={shortcut} />}
        <ChevronRight size={14} aria-hidden />
      </Base.SubmenuTrigger>
      <MenuPopup side="right" align="start" sideOffset={2}>
        {children}
      </MenuPopup>
    </Base.SubmenuRoot>
  )
}

export function MenuItem({
  icon,
  shortcut,
  danger = false,
  render,
  disabled,
  onClick,
  children,
}: {
  icon?: ReactNode
  shortcut?: string | undefined
  danger?: boolean
  /** A link to render instead of a plain item. */
  render?: ReactElement
  disabled?: boolean
  onClick?: () => void
  children: ReactNode
}) {
  return (
    <Base.Item
      render={render}
      disabled={disabled}
      onClick={onClick}
      className={clsx('option-row', danger && 'text-bad [&>.lucide]:text-bad')}
    >
      {icon}
      <span className="flex-1 truncate">{children}</span>
      {shortcut && <KeyLabels keys={shortcut} />}
    </Base.Item>
  )
}

/** A switch for settings that apply immediately; it leaves the menu open. */
export function MenuSwitchItem({
  checked,
  onCheckedChange,
  children,
}: {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  children: ReactNode
}) {
  return (
    <Base.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      closeOnClick={false}
      className="option-row"
    >
      <span className="flex-1 truncate">{children}</span>
      <span
        aria-hidden
        className={clsx(
          'flex h-4 w-7 shrink-0 rounded-full p-0.5 transition-colors',
          checked ? 'bg-accent' : 'bg-line-field',
        )}
      >
        <span
          className={clsx(
            'size-3 rounded-full bg-accent-ink shadow-thumb transition-transform',
            checked && 'translate-x-3',
          )}
        />
      </span>
    </Base.CheckboxItem>
  )
}

export function MenuRadioGroup<Value extends string>({
  value,
  onValueChange,
  options,
}: {
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[]
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={onValueChange}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className="option-row">
          {option.icon}
          <span className="flex-1 truncate">{option.label}</span>
          <Base.RadioItemIndicator render={<Check size={14} aria-hidden />} />
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-0.5 text-xs font-medium text-ink-3">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />
}

type PopupProps = Pick<ComponentProps<typeof Base.Popup>, 'finalFocus' | 'id'>

export function MenuPopup({
  children,
  className,
  label,
  finalFocus,
  id,
  ...placement
}: Placement &
  PopupProps & {
    /** For menus without a trigger. */
    label?: string
    anchor?: ComponentProps<typeof Base.Positioner>['anchor']
    children: ReactNode
    className?: string | undefined
  }) {
  const { t } = useTranslation()
  const opener = use(MenuOpenerContext)
  const popup = useRef<HTMLDivElement>(null)
  const returnFocus = opener ? () => (isFocusElsewhere() ? false : opener.button) : undefined
  return (
    // At the end of the body it would be outside all landmarks.
    <Base.Portal role="region" aria-label={t('ui.menu')}>
      <Base.Positioner anchor={opener?.button} {...placement} collisionPadding={8} className="z-50">
        <Base.Popup
          ref={popup}
          aria-label={label}
          // The kit names a menu and returns the focus, unless it has gone elsewhere, only if it has a trigger of the kit's own.
          {...(opener && { 'aria-labelledby': opener.button.id })}
          finalFocus={finalFocus ?? returnFocus}
          id={id}
          className={clsx(
            'floating max-h-(--available-height) min-w-44 overflow-y-auto overscroll-contain p-1',
            className,
          )}
        >
          {/* Not for submenus. */}
          <MenuOpenerContext value={null}>{children}</MenuOpenerContext>
          {opener?.isByKeyboard && <FirstItemFocus popup={popup} />}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

/** Such as in what one of the items has opened. */
function isFocusElsewhere(): boolean {
  const { activeElement, body } = document
  return activeElement !== null && activeElement !== body && activeElement.closest('[role="menu"]') === null
}

function FirstItemFocus({ popup }: { popup: RefObject<HTMLElement | null> }) {
  useEffect(() => popup.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus(), [popup])
  return null
}
