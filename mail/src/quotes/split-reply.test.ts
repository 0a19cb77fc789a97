import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime_ms } from '../testing/cpu-time.ts'
import { splitReply } from './split-reply.ts'

const visible = (text: string) => splitReply({ text, html: null }).visible_text
const visibleHtml = (html: string) => splitReply({ text: '', html }).visible_text

describe('an attribution line', () => {
  const attributions = {
    ar: 'في الثلاثاء، 4 مارس 2025 في 9:12 ص كتب الدعم <help@shop.example>:',
    bg: 'На вт, 4.03.2025 г. в 9:12 Поддръжка <help@shop.example> написа:',
    ca: 'Missatge de Suport <help@shop.example> del dia dt., 4 de març 2025 a les 9:12:',
    cs: 'út 4. 3. 2025 v 9:12 odesílatel Podpora <help@shop.example> napsal:',
    da: 'Den tirs. 4. mar. 2025 kl. 09.12 skrev Support <help@shop.example>:',
    de: 'Am Di., 4. März 2025 um 09:12 Uhr schrieb Hilfe <help@shop.example>:',
    de_web: 'Gesendet: Dienstag, 04. März 2025 um 09:12 Uhr von Hilfe <help@shop.example>:',
    el: 'Στις Τρί 4 Μαρ 2025 στις 9:12 π.μ., ο χρήστης Υποστήριξη <help@shop.example> έγραψε:',
    en: 'On Tue, Mar 4, 2025 at 9:12 AM Support <help@shop.example> wrote:',
    en_apple: 'On Mar 4, 2025, at 9:12 AM, Support <help@shop.example> wrote:',
    en_proton: 'On Tuesday, March 4th, 2025 at 9:12 AM, Support <help@shop.example> wrote:',
    en_thunderbird: 'On 3/4/25 09:12, Support wrote:',
    en_yahoo: 'On Tuesday, March 4, 2025 at 09:12:33 AM GMT+1, Support <help@shop.example> wrote:',
    en_zoho: '---- On Tue, 04 Mar 2025 09:12:33 +0100 Support <help@shop.example> wrote ---',
    es: 'El mar, 4 mar 2025 a las 9:12, Soporte (<help@shop.example>) escribió:',
    fi: 'ti 4. maalisk. 2025 klo 9.12 Tuki (help@shop.example) kirjoitti:',
    fr: 'Le mar. 4 mars 2025 à 09:12, Assistance <help@shop.example> a écrit :',
    he: '‫בתאריך יום ג׳, 4 במרץ 2025 ב-9:12 מאת ‪תמיכה‬‏ <‪help@shop.example‬‏>:‬',
    hr: 'uto, 4. ožu 2025. u 09:12 Podrška <help@shop.example> napisao je:',
    hu: 'Ügyfélszolgálat <help@shop.example> ezt írta (időpont: 2025. márc. 4., K, 9:12):',
    id: 'Pada tanggal Sel, 4 Mar 2025 pukul 09.12 Dukungan <help@shop.example> menulis:',
    it: 'Il giorno mar 4 mar 2025 alle ore 09:12 Assistenza <help@shop.example> ha scritto:',
    ja: '2025年3月4日(火) 9:12 サポート <help@shop.example>:',
    ja_apple: '2025/03/04 9:12、サポート <help@shop.example>のメール:',
    ko: '2025년 3월 4일 (화) 오전 9:12, 고객지원 <help@shop.example>님이 작성:',
    nl: 'Op di 4 mrt 2025 om 09:12 schreef Klantenservice <help@shop.example>:',
    no: 'tir. 4. mars 2025 kl. 09:12 skrev Kundestøtte <help@shop.example>:',
    pl: 'wt., 4 mar 2025 o 09:12 Pomoc <help@shop.example> napisał(a):',
    pt: 'Em ter., 4 de mar. de 2025 às 09:12, Suporte <help@shop.example> escreveu:',
    ro: 'În mar., 4 mar. 2025 la 09:12, Asistență <help@shop.example> a scris:',
    ru: 'вт, 4 мар. 2025 г. в 09:12, Поддержка <help@shop.example>:',
    sk: 'ut 4. 3. 2025 o 9:12 Podpora <help@shop.example> napísal(a):',
    sv: 'Den tis 4 mars 2025 kl 09:12 skrev Support <help@shop.example>:',
    tr: 'Destek <help@shop.example>, 4 Mar 2025 Sal, 09:12 tarihinde şunu yazdı:',
    uk: 'вт, 4 бер. 2025 р. о 09:12 Підтримка <help@shop.example> пише:',
    vi: 'Vào Th 3, 4 thg 3, 2025 vào lúc 09:12 Hỗ trợ <help@shop.example> đã viết:',
    zh: '在 2025年3月4日，上午9:12，客服 <help@shop.example> 写道：',
    zh_gmail: '客服 <help@shop.example> 于2025年3月4日周二 09:12写道：',
    zh_tw: '客服 <help@shop.example> 於 2025年3月4日 週二 上午9:12寫道：',
  }

  it.each(Object.entries(attributions))('is recognised in %s', (_, line) => {
    expect(visible(`Thanks!\n\n${line}\n\n> The old text\n`)).toBe('Thanks!')
    expect(
      visibleHtml(`<div>Thanks!</div><div>${toHtml(line)}<br><blockquote>The old text</blockquote></div>`),
    ).toBe('Thanks!')
  })

  it.each(Object.entries(attributions))('is recognised in %s above text without quote markers', (_, line) => {
    expect(visible(`Thanks!\n\n${line}\n\nThe old text\n`)).toBe('Thanks!')
  })
})

describe('a header block', () => {
  const blocks = {
    ar: ['من', 'تم الإرسال', 'إلى', 'الموضوع'],
    cs: ['Od', 'Odesláno', 'Komu', 'Předmět'],
    da: ['Fra', 'Sendt', 'Til', 'Emne'],
    de: ['Von', 'Gesendet', 'An', 'Betreff'],
    el: ['Από', 'Στάλθηκε', 'Προς', 'Θέμα'],
    en: ['From', 'Sent', 'To', 'Subject'],
    en_mac: ['From', 'Date', 'To', 'Subject'],
    es: ['De', 'Enviado', 'Para', 'Asunto'],
    fi: ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
    fr: ['De', 'Envoyé', 'À', 'Objet'],
    he: ['מאת', 'נשלח', 'אל', 'נושא'],
    hu: ['Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
    it: ['Da', 'Inviato', 'A', 'Oggetto'],
    ja: ['差出人', '送信日時', '宛先', '件名'],
    ko: ['보낸 사람', '보낸 날짜', '받는 사람', '제목'],
    nl: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
    no: ['Fra', 'Sendt', 'Til', 'Emne'],
    pl: ['Od', 'Wysłano', 'Do', 'Temat'],
    pt: ['De', 'Enviado', 'Para', 'Assunto'],
    ro: ['De la', 'Trimis', 'Către', 'Subiect'],
    ru: ['От', 'Отправлено', 'Кому', 'Тема'],
    sv: ['Från', 'Skickat', 'Till', 'Ämne'],
    tr: ['Kimden', 'Gönderildi', 'Kime', 'Konu'],
    uk: ['Від', 'Надіслано', 'Кому', 'Тема'],
    zh: ['发件人', '发送时间', '收件人', '主题'],
    zh_tw: ['寄件者', '寄件日期', '收件者', '主旨'],
  }
  const values = ['Support <help@shop.example>', '4.3.2025 09:12', 'Mira <mira@client.example>', 'Order']

  it.each(Object.entries(blocks))('is recognised in %s', (_, labels) => {
    const lines = labels.map((label, i) => `${label}: ${values[i]}`)
    const bold = labels.map((label, i) => `<b>${label}:</b> ${toHtml(values[i] ?? '')}`).join('<br>')

    expect(visible(`Thanks!\n\n${lines.join('\n')}\n\nThe old text\n`)).toBe('Thanks!')
    expect(visible(`Thanks!\n________________________________\n${lines.join('\n')}\nThe old text\n`)).toBe(
      'Thanks!',
    )
    expect(visibleHtml(`<p>Thanks!</p><hr><p>${bold}</p><p>The old text</p>`)).toBe('Thanks!')
  })

  it('needs more than From, To and Date, which travel requests also have', () => {
    const request = 'Please book this:\n\nFrom: Lisbon\nTo: Porto\nDate: 5 May 2025\n\nThank you!'
    expect(visible(request)).toBe(request)
  })
})

describe('never hidden', () => {
  it('replies between quotes', () => {
    const text = '> One?\n\nYes.\n\n> Two?\n\nNo.\n\n> Bye\n> Support'
    expect(visible(text)).toBe('> One?\n\nYes.\n\n> Two?\n\nNo.')
  })

  it('the questions of a dialogue, because the answers need them', () => {
    const text = 'On 4 Mar 2025 at 09:12, A <a@b.example> wrote:\n> One?\n\nYes.\n\n> Two?\n\nNo.\n\n> Bye'
    expect(visible(text)).toBe(text.replace('\n\n> Bye', ''))
  })

  it('the end of the reply directly above the attribution', () => {
    const text = 'Come on 4 March\nOn Tue, 4 Mar 2025 at 09:12, A <a@b.example> wrote:\n\n> When?'
    expect(visible(text)).toBe('Come on 4 March')
  })

  it('a chain of forwarded mails, from its first header on', () => {
    const header = 'From: A <a@b.example>\nSent: 4 March 2025\nSubject: S'
    const text = `${header}\n\nSee below.\n\n${header}\n\nThe text`
    expect(splitReply({ text, html: null })).toMatchObject({ visible_text: text, is_forward: true })
  })

  it('a forwarded mail, however it is marked', () => {
    for (const marker of ['---------- Forwarded message ---------', 'Begin forwarded message:']) {
      const split = splitReply({
        text: `FYI\n\n${marker}\nFrom: A <a@b.example>\nSubject: S\n\nThe text`,
        html: null,
      })
      expect(split).toMatchObject({ is_forward: true, quoted_text: null })
      expect(split.visible_text).toContain('The text')
    }
  })

  it('a body that is only a quote or a signature', () => {
    for (const text of [
      '> all',
      '-- \nMira',
      'Sent from my iPhone',
      'On 4 Mar 2025 at 09:12, A <a@b.example> wrote:',
    ]) {
      expect(visible(text)).toBe(text)
    }
  })

  it('prose that resembles an attribution', () => {
    for (const text of [
      'On Monday I wrote:\nplease help',
      'On Thu, Mar 3, 2025 I went to the shop and your colleague wrote:\na receipt',
      'At 10 I called.\nThe error was:\n192.0.2.15 refused a@b.example:\nand so on',
      'Hi,\nmy colleague anna@client.example wrote:\n\nplease call us',
      'I tried this:\n>>> print(1)\n1\n>>> exit()',
    ]) {
      expect(visible(text)).toBe(text)
    }
  })

  it('text below a marked signature', () => {
    const html = '<p>Hi</p><div class="gmail_signature">Mira</div><p>PS: it is blue.</p>'
    expect(visibleHtml(html)).toContain('PS: it is blue.')
  })
})

describe('parts', () => {
  it('are reply, history and signature', () => {
    const text =
      'It works.\n\nMira\n\nSent from my iPhone\n\nOn 4 Mar 2025 at 09:12, A <a@b.example> wrote:\n> Well?\n'
    expect(splitReply({ text, html: null })).toEqual({
      visible_text: 'It works.\n\nMira',
      quoted_text: 'On 4 Mar 2025 at 09:12, A <a@b.example> wrote:\n> Well?',
      signature_text: 'Sent from my iPhone',
      is_forward: false,
    })
  })

  it('contain all non-whitespace characters of any text', () => {
    const piece = fc.constantFrom(
      ...[
        'On 4 Mar 2025 at 09:12, A <a@b.example> wrote:',
        '> quoted',
        '-- ',
        'text',
        '',
        'From: A <a@b.example>',
      ],
      ...[
        'Sent: 4 Mar 2025',
        'Subject: S',
        '-----Original Message-----',
        'Begin forwarded message:',
        '>>> x',
        '_____',
      ],
      ...['Sent from my iPhone', 'Am 4.3.2025 schrieb', '<', 'a@b.example> wrote:'],
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const text = lines.join(end)
        const { visible_text, quoted_text, signature_text } = splitReply({ text, html: null })
        const letters = (text: string) => [...text.replace(/[\s\0]/g, '')].toSorted().join('')
        expect(letters(`${visible_text}${quoted_text ?? ''}${signature_text ?? ''}`)).toBe(letters(text))
        if (/[^\s\0]/.test(text)) expect(visible_text).not.toBe('')
      }),
    )
  })

  it('never contain U+0000, which PostgreSQL rejects', () => {
    expect(visible('a\0b')).toBe('ab')
  })
})

describe('hostile input', () => {
  const bait = {
    'an attribution without end': `On ${'a '.repeat(500_000)}wrote:`,
    'attributions that nearly end': 'On 1 May 2025 at 10:00, x wrote\n'.repeat(20_000),
    'header labels without end': 'From: a@b\nTo: c\n'.repeat(20_000),
    'signature marks': '--\n\n\n'.repeat(50_000),
    'a signature with text below': `<div class="gmail_signature">${'x<br>'.repeat(100_000)}</div>y`,
    'angle brackets': '>'.repeat(1_000_000),
    'empty lines': `x\n${'\n'.repeat(500_000)}> x`,
    'open tags': '<div>'.repeat(200_000),
    'open quotes': '<blockquote>'.repeat(200_000),
  }

  it.each(Object.entries(bait))('of %s takes linear time', (_, text) => {
    const time = cpuTime_ms(() => {
      splitReply({ text, html: null })
      splitReply({ text: '', html: text })
    })
    expect(time).toBeLessThan(3_000)
  })
})

function toHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
