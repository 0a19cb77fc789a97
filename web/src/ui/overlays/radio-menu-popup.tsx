import type { ComponentProps } from 'react'
import { MenuPopup, MenuRadioGroup } from './menu.tsx'

/** The options of a select that is a menu. */
export function RadioMenuPopup<Value extends string>(props: ComponentProps<typeof MenuRadioGroup<Value>>) {
  return (
    <MenuPopup side="bottom" align="end" sideOffset={4} className="w-48">
      <MenuRadioGroup {...props} />
    </MenuPopup>
  )
}
