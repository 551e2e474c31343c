<CsoundSynthesizer>
<CsInstruments>
; A synthesiser of Csound that answers each OSC message /tap with a click of noise.
sr = 48000
ksmps = 32
nchnls = 2
0dbfs = 1
giPort OSCinit $PORT

instr 1
  kTap init 0
again:
  kHeard OSClisten giPort, "/tap", "i", kTap
  if kHeard == 0 goto done
  event "i", 2, 0, 0.05
  kgoto again
done:
endin

instr 2
  aClick rand linseg(0.5, 0.05, 0)
  outs aClick, aClick
endin
</CsInstruments>
<CsScore>
i 1 0 3600
</CsScore>
</CsoundSynthesizer>
