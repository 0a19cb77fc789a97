/**
 * Realistic HTML email for the sample workspace: nested tables, inline styles, old font tags, tracking pixels, a
 * forwarded chain.
 */

export const newsletterMail = (): string => `
<html><head><style>@media only screen { .w { width:100% !important } } .btn:hover { background:#222 }</style></head>
<body bgcolor="#efe9df" style="margin:0;padding:0;background-color:#efe9df">
<div style="display:none;font-size:1px;color:#efe9df;max-height:0;overflow:hidden">Twenty per cent off every pendant until Sunday &#847; &#847;</div>
<table width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#efe9df"><tr><td align="center">
<table class="w" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:600px;border-collapse:collapse">
<tr><td style="padding:32px 40px 8px;font-family:Georgia,'Times New Roman',serif;font-size:28px;line-height:34px;color:#3a2f20">Light for the long evenings</td></tr>
<tr><td style="padding:0 40px 24px;font-family:Georgia,serif;font-size:16px;line-height:26px;color:#5d5346">Dear Clara, the clocks have changed and so have our windows. Until Sunday, every pendant is 20% off, and gift wrapping is on us.</td></tr>
<tr><td><img src="https://images.lumenoak.example/letters/november/hero.jpg" width="600" height="280" alt="A pendant over a wooden table" style="display:block;width:100%"></td></tr>
<tr><td style="padding:24px 40px"><table width="100%" cellpadding="0" cellspacing="0"><tr>
${[
  ['Halo', '€ 152', 'linen, 40 cm'],
  ['Arc', '€ 89', 'brass, wall'],
  ['Meridian', '€ 219', 'floor, dimmable'],
]
  .map(
    ([name, price, text]) =>
      `<td width="33%" valign="top" style="padding:8px;font-family:Arial,sans-serif;font-size:13px;color:#3a2f20"><img src="https://images.lumenoak.example/letters/november/${name}.jpg" width="150" height="150" alt="${name}"><br><b>${name}</b><br>${text}<br><font color="#8a5a2b" size="4">${price}</font></td>`,
  )
  .join('\n')}
</tr></table></td></tr>
<tr><td align="center" style="padding:0 40px 40px"><a href="https://www.lumenoak.example/pendants?utm_source=letter&amp;utm_campaign=november" style="display:inline-block;background:#3a2f20;color:#ffffff;padding:14px 34px;font-family:Arial,sans-serif;font-size:15px;text-decoration:none">See all pendants</a></td></tr>
<tr><td bgcolor="#f6f2ea" style="padding:18px 40px;font-family:Arial,sans-serif;font-size:11px;line-height:17px;color:#8a8072">You're receiving this newsletter because you signed up in our shop. <a href="https://www.lumenoak.example/unsubscribe" style="color:#8a8072">Unsubscribe</a></td></tr>
</table></td></tr></table>
<img src="https://t.lumenoak.example/o/7f83b1657ff1.gif" width="1" height="1" alt="">
</body></html>
<p>&nbsp;</p><p>Hello, is this newsletter really from you? The link at the bottom leads to an empty page. Clara</p>`

export const bankStatementMail = (): string => `
<div style="font-family:Verdana;font-size:12px;color:#1d2b4f"><center><table border="1" bordercolor="#1d2b4f" cellpadding="6" width="560" style="width:560px;border-collapse:collapse">
<tr bgcolor="#1d2b4f"><td colspan="4"><font color="#ffffff" face="Verdana"><b>NORTHBANK &ndash; PAYMENT CONFIRMATION</b></font></td></tr>
<tr bgcolor="#dfe6f5"><td><b>Date</b></td><td><b>Reference</b></td><td><b>Beneficiary</b></td><td align="right"><b>Amount</b></td></tr>
${[
  ['18.11.2026', 'Invoice 2026-1102', '1.240,00'],
  ['18.11.2026', 'Invoice 2026-1140', '389,50'],
  ['19.11.2026', 'Invoice 2026-1151', '74,90'],
]
  .map(
    ([date, what, amount]) =>
      `<tr><td>${date}</td><td>${what}</td><td>Lumen &amp; Oak</td><td align="right">EUR ${amount}</td></tr>`,
  )
  .join('')}
<tr bgcolor="#f4f6fb"><td colspan="3" align="right"><b>Total</b></td><td align="right"><b>EUR 1.704,40</b></td></tr></table></center>
<p align="justify">This message was generated automatically and is valid without signature. Any discrepancy must be reported within five (5) banking days. This e-mail and any attachment are intended for the addressee only. If you are not the addressee, please delete it and all copies, including those in the waste basket of your mail program.</p></div>
<p>Dear Sam, paid this morning, confirmation above. Could you close these three on your side? Dina</p>`

export const forwardedChain = (): string => `
<div dir="ltr">Hi, my customer's question is below. Could you answer it for me? I told her 3000 K, as your data sheet says.<br><br>Nadia</div><br>
<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <strong class="gmail_sendername" dir="auto">Ingrid Moe</strong> <span dir="auto">&lt;ingrid.moe@hjem.example&gt;</span><br>Date: Wed, 18 Nov 2026 at 21:14<br>Subject: Colour temperature of the Halo<br>To: Nadia Rahman &lt;nadia@rahmandesign.example&gt;<br></div><br><br>
<div><p class="MsoNormal"><span style="font-family:Calibri,sans-serif;font-size:11.0pt">Dear Nadia,<o:p></o:p></span></p><p class="MsoNormal"><span style="font-family:Calibri,sans-serif;font-size:11.0pt">the Halo over the stairs looks warmer than the ones in the hall. Are they really the same? The boxes say different things.<o:p></o:p></span></p>
<ul style="margin-top:0cm" type="disc"><li class="MsoListParagraph">hall: 3000 K</li><li class="MsoListParagraph">stairs: 2700 K</li></ul><p class="MsoNormal">Ingrid</p></div></div>`
