import { defaultBrandColor } from '@parley/contract/templates/template-colors'
import { designFontNames } from '@parley/contract/templates/template-design'
import { useTranslation } from 'react-i18next'
import { ColorInput } from '../../../ui/inputs/color-input.tsx'
import { Field, SecondaryControl } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import type { DesignDraft } from './design-draft.ts'

const fontSizes = [13, 14, 15, 16, 17, 18]

/** Font, colours and background of a design. */
export function StyleFields({
  design,
  problems,
  onChange,
}: {
  design: DesignDraft
  problems: ReadonlyMap<string, string>
  onChange: (design: DesignDraft) => void
}) {
  const { t } = useTranslation()
  const usesBrand = design.color === null
  return (
    <section aria-label={t('design.style')} className="@container">
      <div className="grid gap-x-4 gap-y-3 @min-[26rem]:grid-cols-2">
        <Field label={t('design.font')}>
          <Select
            options={designFontNames.map((font) => ({ value: font, label: t(`design.font.${font}`) }))}
            value={design.font}
            onValueChange={(font) => onChange({ ...design, font })}
          />
        </Field>
        <Field label={t('design.font_size')}>
          <Select
            options={fontSizes.map((size) => ({ value: size, label: t('design.font_size.px', { size }) }))}
            value={design.font_size}
            onValueChange={(font_size) => onChange({ ...design, font_size })}
          />
        </Field>
        <Field label={t('design.color')} error={problems.get('color')}>
          <div className="flex gap-2">
            <Select
              options={[
                { value: 'brand', label: t('design.color.brand') },
                { value: 'own', label: t('design.color.own') },
              ]}
              value={usesBrand ? 'brand' : 'own'}
              onValueChange={(source) =>
                onChange({
                  ...design,
                  color: source === 'brand' ? null : (design.color ?? defaultBrandColor),
                })
              }
            />
            {design.color !== null && (
              <SecondaryControl>
                <ColorInput
                  value={design.color}
                  onChange={(color) => onChange({ ...design, color })}
                  placeholder={defaultBrandColor}
                  pickerLabel={t('design.color.pick')}
                />
              </SecondaryControl>
            )}
          </div>
        </Field>
        <Field label={t('design.background')} error={problems.get('background')}>
          <ColorInput
            value={design.background}
            onChange={(background) => onChange({ ...design, background })}
            placeholder="#ffffff"
            pickerLabel={t('design.background.pick')}
          />
        </Field>
      </div>
    </section>
  )
}
