-- A game of LÖVE that answers each key with a click of noise.
local click

function love.load()
    local length = 2400
    local sound = love.sound.newSoundData(length, 48000, 16, 1)
    for i = 0, length - 1 do sound:setSample(i, 0.5 * (1 - i / length) * (2 * love.math.random() - 1)) end
    click = love.audio.newSource(sound)
end

function love.keypressed()
    click:stop()
    click:play()
end

function love.draw() love.graphics.print("press a key", 20, 20) end
