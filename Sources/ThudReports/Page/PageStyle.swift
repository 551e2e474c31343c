/// The style sheet of the page. Red-green colour-blind people can tell the colours apart, and each colour comes with a
/// shape or a word.
enum PageStyle {
    static let css = """
        :root{color-scheme:light dark;--paper:#fbfaf7;--card:#fff;--ink:#1d1f24;--soft:#5d626d;--rule:#e4e2dc;
        --measured:#2a6fd6;--predicted:#e0a03a;--late:#c8321f;--good:#15794f;
        --s1:#b9c0cf;--s2:#7d5bc4;--s3:#e0a03a;--s4:#2a6fd6}
        @media(prefers-color-scheme:dark){:root{--paper:#14161a;--card:#1c1f25;--ink:#eceae4;--soft:#a0a6b2;
        --rule:#323741;--measured:#6aa5ff;--predicted:#d99a33;--late:#ff7a66;--good:#4cc38f;
        --s1:#596172;--s2:#a98bf0;--s3:#d99a33;--s4:#6aa5ff}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif;
        overflow-wrap:anywhere}
        main{max-width:58rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
        header~header{margin-top:4rem}
        .brand{margin:0 0 .75rem;color:var(--soft);font-size:.85rem;letter-spacing:.04em}
        h1{margin:0;font-size:clamp(1.45rem,4.6vw,2.3rem);line-height:1.2;font-weight:650;letter-spacing:-.015em;
        text-wrap:balance}
        h1 .badge{display:inline-block;vertical-align:.12em;margin-right:.6rem;padding:.1em .6em;border-radius:.35em;
        font-size:.62em;letter-spacing:.03em;color:var(--paper)}
        .pass .badge{background:var(--good)}.fail .badge{background:var(--late)}
        .remark{margin:.6rem 0 0;color:var(--soft)}
        .fail .remark{color:var(--ink)}
        h2{margin:0;font-size:1.15rem;font-weight:650}
        .tiles{display:flex;flex-wrap:wrap;gap:1px;margin:2rem 0 0;
        background:var(--rule);border:1px solid var(--rule);border-radius:.75rem;overflow:hidden}
        .tiles div{flex:1 1 8.5rem;background:var(--card);padding:.85rem 1rem}
        .tiles dt{color:var(--soft);font-size:.82rem}
        .tiles dd{margin:0;font-size:1.45rem;font-weight:600;font-variant-numeric:tabular-nums;letter-spacing:-.01em}
        .tiles dd small{font-size:.85rem;font-weight:400;color:var(--soft)}
        figure,section{margin:1.5rem 0 0;padding:1.25rem;background:var(--card);border:1px solid var(--rule);
        border-radius:.75rem}
        figcaption p,section>p{margin:.2rem 0 .6rem;color:var(--soft);font-size:.92rem}
        .legend{margin:0 0 .4rem;font-size:.85rem;color:var(--soft)}
        .key{white-space:nowrap;margin-right:1rem}
        .key i{display:inline-block;width:.75em;height:.75em;margin-right:.4em;border-radius:50%;
        background:currentColor}
        i.measured{color:var(--measured)}
        i.predicted{color:var(--predicted);width:1.1em;height:.25em;border-radius:0;vertical-align:.2em}
        i.late{color:var(--late)}
        i.xrun{color:var(--late);width:.15em;height:1em;border-radius:0;vertical-align:-.15em}
        i.stage1,i.stage2,i.stage3,i.stage4{border-radius:.15em}
        i.stage1{color:var(--s1)}i.stage2{color:var(--s2)}i.stage3{color:var(--s3)}i.stage4{color:var(--s4)}
        svg{display:block;width:100%;height:auto;font:12px system-ui,sans-serif}
        svg.narrow{display:none}
        svg text{fill:var(--soft);paint-order:stroke;stroke:var(--card);stroke-width:3px;stroke-linejoin:round;
        font-variant-numeric:tabular-nums}
        svg .grid{stroke:var(--rule)}svg .axis{stroke:var(--soft)}svg .zero{stroke:var(--soft)}
        svg text.budget{fill:var(--late);font-weight:600}svg line.budget{stroke:var(--late);stroke-dasharray:5 4}
        svg text.percentile{fill:var(--ink)}svg line.percentile{stroke:var(--ink);stroke-dasharray:2 3}
        svg line.xrun{stroke:var(--late);stroke-width:1.5;opacity:.75}
        svg rect.measured,svg circle.measured{fill:var(--measured)}
        svg rect.predicted{fill:var(--predicted)}
        svg rect.late,svg circle.late{fill:var(--late)}
        svg .points{fill:none;stroke-linecap:round;stroke-width:4.4}
        svg .points.measured{stroke:var(--measured)}
        svg .points.predicted{stroke:var(--predicted);stroke-width:2.5;stroke-linecap:butt}
        svg .points.many{stroke-width:2.4}
        svg .curve{fill:none;stroke-width:2;stroke-linejoin:round}
        svg .curve.measured{stroke:var(--measured)}svg .curve.predicted{stroke:var(--predicted);stroke-width:5}
        svg .stage1{fill:var(--s1)}svg .stage2{fill:var(--s2)}svg .stage3{fill:var(--s3)}svg .stage4{fill:var(--s4)}
        .table{overflow-x:auto;margin-top:.5rem}
        table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums;
        overflow-wrap:normal}
        th,td{padding:.3rem .6rem;text-align:right;border-top:1px solid var(--rule);white-space:nowrap}
        thead th{border-top:0;color:var(--soft);font-weight:500}
        th:first-child{padding-left:0;text-align:left;font-weight:500}
        details{margin-top:.75rem;font-size:.92rem}
        summary{cursor:pointer;color:var(--soft)}
        section dl{margin:.4rem 0 0;font-size:.92rem}
        section dl div{display:grid;grid-template-columns:minmax(7rem,14rem) 1fr;gap:.75rem;padding:.3rem 0;
        border-top:1px solid var(--rule)}
        section dl div:first-child{border-top:0}
        dt{color:var(--soft)}dd{margin:0}
        ul{margin:.4rem 0 0;padding-left:1.2rem;font-size:.92rem}
        a:focus-visible,summary:focus-visible,.table:focus-visible{outline:2px solid var(--measured);outline-offset:2px}
        @media(max-width:640px){main{padding:1.5rem .75rem 3rem}figure,section{padding:1rem .75rem}
        svg.wide{display:none}svg.narrow{display:block}section dl div{grid-template-columns:1fr;gap:0}}
        @media print{:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--rule:#ccc;--measured:#2a6fd6;
        --predicted:#e0a03a;--late:#c8321f;--good:#15794f;--s1:#b9c0cf;--s2:#7d5bc4;--s3:#e0a03a;--s4:#2a6fd6}
        main{max-width:none;padding:0}figure,section,.tiles{break-inside:avoid}details:not([open]){display:none}
        *{print-color-adjust:exact}}
        """
}
