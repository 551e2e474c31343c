-- A game of LÖVE that draws all the time, and answers each key with a click of noise and a square.
local click
local lit = 0

function love.load()
    local length = 2400
    local sound = love.sound.newSoundData(length, 48000, 16, 1)
    for i = 0, length - 1 do sound:setSample(i, 0.5 * (1 - i / length) * (2 * love.math.random() - 1)) end
    click = love.audio.newSource(sound)
end

function love.keypressed()
    click:stop()
    click:play()
    lit = 6
end

function love.draw()
    love.graphics.print("press a key", 20, 20)
    if lit > 0 then love.graphics.rectangle("fill", 50, 50, 100, 100); lit = lit - 1 end
end
